import * as z from 'zod/mini';
import { acceptanceSchema, type CriteriaMembers } from '../acceptance.ts';
import { type EndpointFacts, endpoint } from '../endpoint.ts';
import { TOKEN_MEANS } from '../input-meanings.ts';
import { CLAIM_PATH, SHARE_PATH } from '../path.ts';
import { exactly, schemaOf } from '../schema-of.ts';

/** The body of `POST /v1/shares/<token>` (spec §4.6): strict. */
export interface ReceiveShareBody {
  /** Default: `true`. */
  collect?: boolean | undefined;
  /** What the record must meet. */
  acceptance?: CriteriaMembers | undefined;
}

/** `data` of `POST /v1/shares/<token>` (spec §4.6). */
export interface ReceiveShareData {
  /** Always `true`: a failure is returned as an error. */
  claimed: true;
  /** The record, now readable through the record endpoints. */
  cdrId: string;
  /** The domain that the record is filed under. */
  domainId: string;
  /** The record was already received through this token; the criteria were not evaluated. */
  alreadyClaimed: boolean;
  /** Identifies the handoff. An empty string if `alreadyClaimed` is `true`. */
  shareEventId: string;
}

/** `POST /v1/shares/<token>` (spec §4.6). */
export const receiveShare = endpoint({
  operation: 'shares.receive',
  section: '4.6',
  summary: 'Receive a shared record',
  method: 'POST',
  path: SHARE_PATH,
  aliases: [CLAIM_PATH],
  needsKey: true,
  billable: true,
  repeat: 'idempotent',
  inDoubt: {
    hint: 'the call may have taken effect; receiving again, with earlierOutcome: "unknown", never charges twice',
    // If the organization had received the record, the reply would say so (spec §4.6 rules 1, 2).
    disprovedBy: [
      'CDR_DEV_MODE',
      'INVALID_ARGUMENT',
      'COLLECT_REQUIRED',
      'CDR_ACCEPTANCE_FAILED',
      'CDR_PENDING',
    ],
  },
  hints: {
    INVALID_ARGUMENT:
      'the phone number cannot be read, or it is a share token of your own organization: collect your own record instead',
  },
  secrets: ['token', 'acceptance.leadMatch.phone'],
  query: null,
  body: schemaOf(exactly<ReceiveShareBody>, () =>
    z.strictObject({
      collect: z.optional(z.boolean()),
      acceptance: z.optional(acceptanceSchema()),
    }),
  ),
  data: schemaOf(exactly<ReceiveShareData>, () =>
    z.object({
      claimed: z.literal(true),
      cdrId: z.string().check(z.minLength(1)),
      domainId: z.string(),
      alreadyClaimed: z.boolean(),
      shareEventId: z.string(),
    }),
  ),
  needs: ['cdrId', 'alreadyClaimed'],
});

export const receiveShareFacts = (): EndpointFacts<typeof receiveShare> => ({
  refuses: {
    CDR_PENDING: 'The record is not rendered yet.',
    INVALID_ARGUMENT: 'The body or the criteria are invalid, or the token is your own.',
    COLLECT_REQUIRED: '`collect` is false, and receiving always collects.',
    PASSTHROUGH_ORG_CANNOT_CLAIM: 'The organization has no billing set up.',
    NOT_FOUND: 'No such token, or its record is no longer kept.',
    CDR_DEV_MODE: 'The record is a Dev Mode capture.',
    CONFLICT: 'More than one record has the identifier.',
    GONE: 'The token has expired.',
    CDR_INVALID: 'The record was flagged invalid.',
    CDR_ACCEPTANCE_FAILED: 'The record does not meet the criteria.',
  },
  about:
    'Receives a shared record into the organization’s account, if it meets the criteria in `acceptance`. Billable, unless the sender already paid or the organization can already download the record; never twice. Criteria are evaluated before anything is written: a refused record (422) is neither saved nor charged, and the token stays usable. 202 `CDR_PENDING` is a failure with a 2xx status: the record is not rendered yet, so repeat the call after `Retry-After` seconds. If `alreadyClaimed` is true, the criteria were not evaluated.',
  names: { data: 'ShareReceipt', body: 'ReceiveTerms' },
  inputs: {
    token: TOKEN_MEANS,
    collect:
      'Default: `true`. Leave it out: what `false` does is not documented, and may be 400 COLLECT_REQUIRED (spec §4.6).',
    acceptance: 'What the record must meet to be received and paid for (spec §4.6).',
  },
  example: {
    token: 'shr_demo_live',
    acceptance: {
      schemaVersion: 1,
      record: { maxAgeSeconds: 86_400 },
      disclosure: { requirePresent: true, requireAllCheckboxesAffirmed: true },
      leadMatch: { phone: '(305) 555-0112' },
    },
  },
  details: {
    INVALID_ARGUMENT: {
      issues: [{ path: 'acceptance.recrod', message: '"recrod" is not a known field' }],
    },
    CDR_ACCEPTANCE_FAILED: {
      outcome: 'rejected',
      failures: [
        { ruleId: 'record.maxAgeSeconds', status: 'failed', code: 'RECORD_TOO_OLD' },
        { ruleId: 'leadMatch.phone', status: 'failed', code: 'LEAD_PHONE_NOT_MATCHED' },
      ],
    },
  },
  sample: {
    claimed: true,
    cdrId: 'cdr_1',
    domainId: 'example.com',
    alreadyClaimed: false,
    shareEventId: 'she_1',
  },
});
