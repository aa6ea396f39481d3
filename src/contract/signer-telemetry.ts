import * as z from 'zod/mini';
import { anyText } from './any-text.ts';
import { exactly, schemaOf } from './schema-of.ts';

/** An approximate location derived from the signer's address (spec §2.3). Any member may be absent. */
export interface Geo {
  /** Two letters, as a rule. */
  countryCode?: string;
  /** State or province. */
  region?: string;
  /** By name. */
  city?: string;
  /** In degrees. */
  latitude?: number;
  /** In degrees. */
  longitude?: number;
  /** In kilometres. */
  accuracyRadiusKm?: number;
  /** What the location was looked up in. */
  source?: string;
}

/** What was recorded of the signer's connection (spec §2.3). */
export interface SignerTelemetry {
  /** `null` where it could not be told. */
  ip: string | null;
  /** `null` where it could not be told. */
  userAgent: string | null;
  /** Every address in the forwarding chain. */
  ipChain?: string[];
  /** Where the address is, approximately. */
  geo?: Geo;
}

/** A location (spec §2.3). */
export const geoSchema = schemaOf(exactly<Geo>, () =>
  z.object({
    countryCode: z.exactOptional(anyText()),
    region: z.exactOptional(anyText()),
    city: z.exactOptional(anyText()),
    latitude: z.exactOptional(z.number()),
    longitude: z.exactOptional(z.number()),
    accuracyRadiusKm: z.exactOptional(z.number()),
    source: z.exactOptional(anyText()),
  }),
);

/** What was recorded of the connection (spec §2.3). */
export const signerTelemetrySchema = schemaOf(exactly<SignerTelemetry>, () =>
  z.object({
    ip: z.nullable(anyText()),
    userAgent: z.nullable(anyText()),
    ipChain: z.exactOptional(z.array(anyText())),
    geo: z.exactOptional(geoSchema()),
  }),
);
