import * as z from 'zod/mini';
import { anyText } from './any-text.ts';
import { exactly, schemaOf } from './schema-of.ts';

/** An approximate location derived from the signer's IP address (spec §2.3). Members may be absent. */
export interface Geo {
  /** Usually two letters. */
  countryCode?: string;
  /** State or province. */
  region?: string;
  /** The name of the city. */
  city?: string;
  /** In degrees. */
  latitude?: number;
  /** In degrees. */
  longitude?: number;
  /** In kilometres. */
  accuracyRadiusKm?: number;
  /** The source of the location. */
  source?: string;
}

/** What was recorded of the signer's connection (spec §2.3). */
export interface SignerTelemetry {
  /** `null` if unknown. */
  ip: string | null;
  /** `null` if unknown. */
  userAgent: string | null;
  /** Every IP address in the forwarding chain. */
  ipChain?: string[];
  /** The approximate location of the IP address. */
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
