import * as z from 'zod/mini';
import { type EndpointFacts, endpoint } from '../endpoint.ts';
import { exactly, schemaOf } from '../schema-of.ts';

/** `data` of `GET /v1/domains` (spec §4.1). */
export interface ListDomainsData {
  /** Sorted alphabetically. A domain may have no readable record yet. */
  domains: string[];
}

/** `GET /v1/domains` (spec §4.1). */
export const listDomains = endpoint({
  operation: 'domains.list',
  section: '4.1',
  summary: 'List domains',
  method: 'GET',
  path: '/v1/domains',
  aliases: [],
  needsKey: true,
  billable: false,
  repeat: 'read',
  inDoubt: null,
  hints: {},
  secrets: [],
  query: null,
  body: null,
  data: schemaOf(exactly<ListDomainsData>, () =>
    z.object({
      domains: z.array(z.string()),
    }),
  ),
  needs: ['domains'],
});

export const listDomainsFacts = (): EndpointFacts<typeof listDomains> => ({
  refuses: {},
  about:
    'Lists the domains that the organization has records on, sorted. A domain appears as soon as a capture is uploaded, slightly before its first record can be read, so a domain may have no records yet.',
  names: { data: 'DomainList' },
  inputs: {},
  example: {},
  sample: { domains: ['example.com', 'quotes.example'] },
});
