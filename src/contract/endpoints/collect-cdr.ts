import * as z from 'zod/mini';
import { type EndpointFacts, endpoint } from '../endpoint.ts';
import { CDR_ID_MEANS } from '../input-meanings.ts';
import { exactly, schemaOf } from '../schema-of.ts';

/** `data` of `POST /v1/cdrs/<cdr_id>/collect` (spec §4.4). */
export interface CollectCdrData {
  /** The record that was collected. */
  cdrId: string;
  /** Always `true`: the organization now has download access. */
  collected: true;
  /** The organization could download the record before this call. Says nothing about who paid. */
  alreadyCollected: boolean;
}

/** `POST /v1/cdrs/<cdr_id>/collect` (spec §4.4). */
export const collectCdr = endpoint({
  operation: 'cdrs.collect',
  section: '4.4',
  summary: 'Pay for a record and get download access',
  method: 'POST',
  path: '/v1/cdrs/:cdrId/collect',
  aliases: [],
  needsKey: true,
  billable: true,
  repeat: 'idempotent',
  inDoubt: {
    hint: 'the call may have taken effect; repeating it never charges twice',
    disprovedBy: ['CDR_DEV_MODE'],
  },
  hints: {
    NOT_FOUND:
      'no such record, not rendered yet, or baseUrl is wrong (an unknown path gives 404 too)',
  },
  secrets: [],
  query: null,
  body: null,
  data: schemaOf(exactly<CollectCdrData>, () =>
    z.object({
      cdrId: z.string(),
      collected: z.literal(true),
      alreadyCollected: z.boolean(),
    }),
  ),
  needs: ['cdrId', 'alreadyCollected'],
});

export const collectCdrFacts = (): EndpointFacts<typeof collectCdr> => ({
  refuses: {
    PASSTHROUGH_ORG_CANNOT_COLLECT: 'The organization has no billing set up.',
    NOT_FOUND:
      'The organization does not hold the record, or the record is not rendered yet or no longer kept.',
    CDR_DEV_MODE: 'The record is a Dev Mode capture.',
    CDR_INVALID: 'The record was flagged invalid.',
  },
  about:
    'Pays for a record and gives the organization download access. Billable, but never twice for the same record: repeating the call is safe. A Dev Mode record cannot be collected.',
  names: { data: 'CollectReceipt' },
  inputs: {
    cdrId: CDR_ID_MEANS,
  },
  example: { cdrId: 'cdr_demo_solar' },
  sample: { cdrId: 'cdr_1', collected: true, alreadyCollected: false },
});
