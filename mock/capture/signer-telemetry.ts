import type { Geo, SignerTelemetry } from '../../src/contract/signer-telemetry.ts';
import type { CapturedSigner } from './capture-input.ts';

/** An address reserved for documentation (RFC 5737), so it belongs to no one. */
const DEFAULT_IP = '203.0.113.24';

const DEFAULT_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const DEFAULT_GEO: Geo = {
  countryCode: 'US',
  region: 'TX',
  city: 'Austin',
  latitude: 30.27,
  longitude: -97.74,
  accuracyRadiusKm: 20,
  source: 'ip',
};

/** A place is derived from the address, so only the default address has a default place. */
function geoOf({ ip, geo }: CapturedSigner): Geo | undefined {
  if (geo !== undefined) return geo === null ? undefined : { ...geo };
  return ip === undefined || ip === DEFAULT_IP ? { ...DEFAULT_GEO } : undefined;
}

/**
 * Returns what the service recorded of the signer's connection (spec §2.3), or `undefined` if it
 * could not be recorded.
 */
export function signerTelemetryOf(
  signer: CapturedSigner | null | undefined,
): SignerTelemetry | undefined {
  if (signer === null) return undefined;
  const given = signer ?? {};
  const { ip = DEFAULT_IP, userAgent = DEFAULT_USER_AGENT } = given;
  const ipChain = given.ipChain ?? (ip === null ? [] : [ip]);
  const geo = geoOf(given);
  return {
    ip,
    userAgent,
    ipChain: [...ipChain],
    ...(geo !== undefined && { geo }),
  };
}
