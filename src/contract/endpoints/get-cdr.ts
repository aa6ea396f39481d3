import * as z from 'zod/mini';
import { type Cdr, cdrSchema } from '../cdr.ts';
import { type EndpointFacts, endpoint } from '../endpoint.ts';
import { CDR_ID_MEANS } from '../input-meanings.ts';
import { sampleCdr } from '../sample-cdr.ts';
import { exactly, schemaOf } from '../schema-of.ts';

/** `data` of `GET /v1/cdrs/<cdr_id>` (spec §4.3). */
export interface GetCdrData {
  /** The record in full. */
  cdr: Cdr;
}

/** `GET /v1/cdrs/<cdr_id>` (spec §4.3). */
export const getCdr = endpoint({
  operation: 'cdrs.get',
  section: '4.3',
  summary: 'One record in full',
  method: 'GET',
  path: '/v1/cdrs/:cdrId',
  aliases: [],
  needsKey: true,
  billable: false,
  repeat: 'read',
  inDoubt: null,
  hints: {},
  secrets: [],
  query: null,
  body: null,
  data: schemaOf(exactly<GetCdrData>, () => z.object({ cdr: cdrSchema() })),
  needs: ['cdr'],
});

export const getCdrFacts = (): EndpointFacts<typeof getCdr> => ({
  refuses: {
    NOT_FOUND:
      'The organization does not hold the record, or the record is not rendered yet or no longer kept.',
    CDR_INVALID: 'The record was flagged invalid.',
  },
  about:
    'Returns one record that the organization captured or received. Download the evidence image from `downloadUrl` right away: it expires. A record that is not rendered yet is 404, as one of another organization is.',
  names: { data: 'SingleCdr' },
  inputs: {
    cdrId: CDR_ID_MEANS,
  },
  example: { cdrId: 'cdr_demo_solar' },
  sample: { cdr: sampleCdr },
});
