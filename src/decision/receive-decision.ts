import { isKnownErrorCode, type KnownErrorCode } from '../contract/error-codes.ts';
import { type ApiError, isApiError } from '../errors/api-error.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { flag } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { ReceiveReceipt } from '../resources/shares.ts';
import { isReceipt } from './is-receipt.ts';

/**
 * What a lead intake does with a lead, depending on what `shares.receive` returned or threw:
 * - `accept`: the record was received for this lead.
 * - `duplicate`: the record was received through this token before. The criteria were not
 *   evaluated, and the lead may be another person's.
 * - `refuse`: the lead's evidence cannot be used, and another attempt will not change that.
 * - `hold`: keep the lead and try again later; the outcome is not known yet.
 * - `fix`: keep the lead and call someone; your own configuration is wrong.
 */
export type ReceiveDecision = 'accept' | 'duplicate' | 'refuse' | 'hold' | 'fix';

/** What only the caller knows about a receive. */
export interface ReceiveDecisionOptions {
  /**
   * `true` if the caller stored this token durably for this lead before the call, for no other lead,
   * and never sends it for another lead. Then a receipt that may repeat a lost response belongs to
   * this lead.
   */
  readonly firstUse?: boolean | undefined;
}

const OPTIONS = (): OptionTable<ReceiveDecisionOptions> => ({ firstUse: flag });

const DECISIONS: Readonly<Record<KnownErrorCode, ReceiveDecision>> = {
  CDR_PENDING: 'hold',
  // Without issues, the lead is wrong: a phone number that the service cannot read, or a share token
  // of our own organization (spec §7). With issues, our criteria are wrong: see below.
  INVALID_ARGUMENT: 'refuse',
  COLLECT_REQUIRED: 'fix',
  UNAUTHENTICATED: 'fix',
  FORBIDDEN: 'fix',
  API_ACCESS_DISABLED: 'fix',
  PASSTHROUGH_ORG_CANNOT_COLLECT: 'fix',
  PASSTHROUGH_ORG_CANNOT_CLAIM: 'fix',
  NOT_FOUND: 'refuse',
  METHOD_NOT_ALLOWED: 'fix',
  CDR_DEV_MODE: 'refuse',
  // A data problem of the service (spec §7), which says nothing about the lead.
  CONFLICT: 'hold',
  GONE: 'refuse',
  CDR_INVALID: 'refuse',
  FAILED_PRECONDITION: 'fix',
  CDR_ACCEPTANCE_FAILED: 'refuse',
};

/** The input that comes from the lead. The rest of a call is our own. */
const FROM_THE_LEAD = ['tokenOrShareUrl', 'leadMatch.phone'];

function decideInput({ issues }: InvalidInputError): ReceiveDecision {
  // Not `refuse`: with incomplete `shareOrigins`, every lead would be refused silently.
  if (issues.some(({ code }) => code === 'FOREIGN_ORIGIN')) return 'fix';
  const isTheirs = issues.length > 0 && issues.every(({ path }) => FROM_THE_LEAD.includes(path));
  return isTheirs ? 'refuse' : 'fix';
}

function decideCode({ code, status, details }: ApiError): ReceiveDecision {
  if (status === 429 || status >= 500 || !isKnownErrorCode(code)) return 'hold';
  if (code === 'INVALID_ARGUMENT' && details !== undefined) return 'fix';
  return DECISIONS[code];
}

function decideReceipt(
  { alreadyClaimed, replayPossible }: ReceiveReceipt,
  { firstUse }: ReceiveDecisionOptions,
): ReceiveDecision {
  if (!alreadyClaimed) return 'accept';
  return replayPossible && firstUse === true ? 'accept' : 'duplicate';
}

/**
 * Decides what a lead intake does with what `shares.receive` returned or threw. Anything uncertain
 * is held: an unknown outcome, an unknown code, no response, or any other value.
 *
 * A share token can be received repeatedly, but the criteria are evaluated only the first time
 * (spec §4.6 rule 2). So a second receipt is `duplicate`, whichever lead it is for.
 *
 * @example
 * ```ts
 * const result = await client.shares
 *   .receive(lead.consentUrl, { acceptance })
 *   .catch((error: unknown) => error);
 * console.log(receiveDecision(result)); // 'accept', 'duplicate', 'refuse', 'hold' or 'fix'
 * ```
 */
export function receiveDecision(
  result: unknown,
  options: ReceiveDecisionOptions = {},
): ReceiveDecision {
  const given = checkedOptions(OPTIONS, options);
  if (isReceipt(result)) return decideReceipt(result, given);
  if (result instanceof InvalidInputError) return decideInput(result);
  if (!isApiError(result) || result.outcome === 'unknown') return 'hold';
  return decideCode(result);
}
