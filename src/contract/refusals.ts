import { type EndpointName, endpointFacts, endpoints } from './endpoints.ts';
import type { KnownErrorCode } from './error-codes.ts';

type Refusals = Readonly<Partial<Record<KnownErrorCode, string>>>;

/** What every operation that needs a key is refused for (spec §5). */
const OF_EVERY_KEY: Refusals = {
  UNAUTHENTICATED: 'The API key is missing, malformed, unknown or revoked.',
  API_ACCESS_DISABLED: 'API access is off for the organization.',
  FORBIDDEN: 'The key is known and may not do this.',
};

/** Which refusals the documentation names for which endpoint, each with its cause (spec §4, §7). */
export function refusalsOf(name: EndpointName): Refusals {
  return { ...(endpoints[name].needsKey && OF_EVERY_KEY), ...endpointFacts[name]().refuses };
}
