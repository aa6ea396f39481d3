import type { EndpointFacts } from './endpoint.ts';
import { collectCdrFacts } from './endpoints/collect-cdr.ts';
import { getCdrFacts } from './endpoints/get-cdr.ts';
import { listCdrsFacts } from './endpoints/list-cdrs.ts';
import { listDomainsFacts } from './endpoints/list-domains.ts';
import { openShareFacts } from './endpoints/open-share.ts';
import { receiveShareFacts } from './endpoints/receive-share.ts';
import { shareCdrFacts } from './endpoints/share-cdr.ts';
import { type EndpointName, type Endpoints, endpoints } from './endpoints.ts';
import type { KnownErrorCode } from './error-codes.ts';

/** What is to be known of each endpoint beyond its row. */
export const endpointFacts: {
  readonly [Name in EndpointName]: () => EndpointFacts<Endpoints[Name]>;
} = {
  listDomains: listDomainsFacts,
  listCdrs: listCdrsFacts,
  getCdr: getCdrFacts,
  collectCdr: collectCdrFacts,
  shareCdr: shareCdrFacts,
  receiveShare: receiveShareFacts,
  openShare: openShareFacts,
};

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
