import { type EndpointName, endpointFacts, endpoints } from './endpoints.ts';
import type { KnownErrorCode } from './error-codes.ts';

type Refusals = Readonly<Partial<Record<KnownErrorCode, string>>>;

/** The refusals of every operation that needs a key (spec §5). */
const OF_EVERY_KEY: Refusals = {
  UNAUTHENTICATED: 'The API key is missing, malformed, unknown or revoked.',
  API_ACCESS_DISABLED: 'API access is off for the organization.',
  FORBIDDEN: 'The key is known and may not do this.',
};

/** Returns the refusals that are documented for an endpoint, each with its cause (spec §4, §7). */
export function refusalsOf(name: EndpointName): Refusals {
  return { ...(endpoints[name].needsKey && OF_EVERY_KEY), ...endpointFacts[name]().refuses };
}
