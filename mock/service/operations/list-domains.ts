import type { ListDomainsData } from '../../../src/contract/endpoints/list-domains.ts';
import type { Answer, KeyedCall } from './call.ts';

/** `GET /v1/domains` (spec §4.1). A table is sorted by its key, so the list is sorted too. */
export function listDomains({ engine, organization }: KeyedCall): Answer<ListDomainsData> {
  const { organizationId } = organization;
  const entries = [...engine.world.domains.walk([organizationId])];
  const data: ListDomainsData = { domains: entries.map(([[, domainId]]) => domainId) };
  const values = { domains: data.domains.length };
  return { data, decision: { check: 'listed', section: '4.1', values } };
}
