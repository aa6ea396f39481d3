import * as z from 'zod';

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

const text = z.string();

const geoSchema = z.object({
  countryCode: text.exactOptional(),
  region: text.exactOptional(),
  city: text.exactOptional(),
  latitude: z.number().exactOptional(),
  longitude: z.number().exactOptional(),
  accuracyRadiusKm: z.number().exactOptional(),
  source: text.exactOptional(),
}) satisfies z.ZodType<Geo>;

/** What was recorded of the connection (spec §2.3). */
export const signerTelemetrySchema = z.object({
  ip: text.nullable(),
  userAgent: text.nullable(),
  ipChain: z.array(text).exactOptional(),
  geo: geoSchema.exactOptional(),
}) satisfies z.ZodType<SignerTelemetry>;
