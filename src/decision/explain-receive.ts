import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import type { ErrorCode } from '../contract/error-codes.ts';
import { isApiError } from '../errors/api-error.ts';
import {
  AbortError,
  ConnectionError,
  TimeoutError,
  UnexpectedReplyError,
} from '../errors/call-errors.ts';
import { CallError, isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { IssueCode } from '../options/issue.ts';
import { isReceipt } from './is-receipt.ts';
import {
  type ReceiveDecision,
  type ReceiveDecisionOptions,
  receiveDecision,
} from './receive-decision.ts';
import { DECISION_WORDS, refusalWords } from './seller-words.ts';

/** The service's code or, if there is none, what happened instead. */
export type ReceiveCode =
  | 'RECEIVED'
  | 'ALREADY_RECEIVED'
  | 'SHARE_URL_INVALID'
  | 'FOREIGN_ORIGIN'
  | 'PHONE_INVALID'
  | 'INPUT_INVALID'
  | 'CONNECTION_FAILED'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'UNEXPECTED_REPLY'
  | 'OTHER'
  | ErrorCode;

/** The reason for a decision about a lead. */
export interface ReceiveExplanation {
  /** The decision of `receiveDecision`. */
  readonly decision: ReceiveDecision;
  /** The code of the cause, to count by and to store with the lead. */
  readonly code: ReceiveCode;
  /**
   * For your own log: what happened, and which rules failed. It may name your options, but never
   * contains a secret.
   */
  readonly message: string;
  /**
   * For the seller of the lead: what is wrong with it, and nothing about your configuration or
   * criteria.
   */
  readonly sellerMessage: string;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

function codeOfInput({ issues }: InvalidInputError): ReceiveCode {
  if (issues.some(({ code }) => code === 'FOREIGN_ORIGIN')) return 'FOREIGN_ORIGIN';
  if (issues.length === 0) return 'INPUT_INVALID';
  if (issues.every(({ path }) => path === 'tokenOrShareUrl')) return 'SHARE_URL_INVALID';
  return issues.every(({ path }) => path === 'leadMatch.phone') ? 'PHONE_INVALID' : 'INPUT_INVALID';
}

function codeOf(result: unknown): ReceiveCode {
  if (isReceipt(result)) return result.alreadyClaimed ? 'ALREADY_RECEIVED' : 'RECEIVED';
  if (isApiError(result)) return result.code;
  if (result instanceof InvalidInputError) return codeOfInput(result);
  if (result instanceof ConnectionError) return 'CONNECTION_FAILED';
  if (result instanceof TimeoutError) return 'TIMEOUT';
  if (result instanceof AbortError) return 'ABORTED';
  return result instanceof UnexpectedReplyError ? 'UNEXPECTED_REPLY' : 'OTHER';
}

/** What the seller can act on, by code. Used if the lead is refused. */
const REFUSALS: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT:
    'The phone number is not a North American number, or the share link is not one that we can receive.',
  NOT_FOUND: 'The share link does not lead to a consent record.',
  CDR_DEV_MODE: 'The consent record is a test capture, which cannot be shared.',
  GONE: 'The share link has expired; send a new lead with a new link.',
  CDR_INVALID: 'The consent record was flagged as invalid and cannot be received.',
  SHARE_URL_INVALID: 'The share link does not belong to a consent record.',
  PHONE_INVALID: 'The phone number is not a North American number of ten digits.',
};

/** What the seller can act on, by the code of the issue with the share. */
const SHARES: Readonly<Partial<Record<IssueCode, string>>> = {
  NO_VALUE: 'The lead came without a share link.',
  DASHBOARD_URL:
    'The link opens a page of the dashboard; send the share link instead, which contains /v1/shares/.',
};

function shareWords(result: unknown): string | undefined {
  if (!(result instanceof InvalidInputError)) return undefined;
  return result.issues.flatMap(({ code }) => (code && SHARES[code]) ?? [])[0];
}

function failuresOf(result: unknown): readonly AcceptanceFailure[] | undefined {
  if (!isApiError(result, 'CDR_ACCEPTANCE_FAILED')) return undefined;
  return result.details.failures;
}

function sellerMessageOf(result: unknown, decision: ReceiveDecision, code: string): string {
  if (decision !== 'refuse') return DECISION_WORDS[decision];
  const failures = failuresOf(result);
  if (failures !== undefined) return refusalWords(failures);
  const words = shareWords(result);
  if (words !== undefined) return words;
  return Object.hasOwn(REFUSALS, code)
    ? (REFUSALS[code] ?? DECISION_WORDS.refuse)
    : DECISION_WORDS.refuse;
}

const RULES_SHOWN_MAX = 50;

function messageOf(result: unknown, decision: ReceiveDecision): string {
  if (isReceipt(result)) {
    if (!result.alreadyClaimed) return 'the record was received for this lead';
    return decision === 'accept'
      ? 'an earlier attempt for this lead received the record, and its response was lost'
      : 'the record was received through this token before; the criteria were not evaluated';
  }
  if (!isConsentEvidenceError(result)) return 'neither a receipt nor an error from this package';
  const failures = failuresOf(result)?.slice(0, RULES_SHOWN_MAX) ?? [];
  const rules = failures.map(({ ruleId, code }) => `${ruleId} ${code}`).join(', ');
  return rules === '' ? result.message : `${result.message}: ${rules}`;
}

/**
 * Explains the decision of `receiveDecision` about what `shares.receive` returned or threw: a code
 * to count by, a message for your own log, and a message that you can send to the seller of the
 * lead. The messages are for people and may change.
 *
 * @example
 * ```ts
 * const result = await client.shares
 *   .receive(lead.consentUrl, { acceptance })
 *   .catch((error: unknown) => error);
 * const { decision, code, sellerMessage } = explainReceive(result);
 * console.log(decision, code, sellerMessage);
 * // refuse GONE The share link has expired; send a new lead with a new link.
 * ```
 */
export function explainReceive(
  result: unknown,
  options: ReceiveDecisionOptions = {},
): ReceiveExplanation {
  const decision = receiveDecision(result, options);
  const code = codeOf(result);
  const retryAfterMs = result instanceof CallError ? result.retryAfterMs : undefined;
  return {
    decision,
    code,
    message: messageOf(result, decision),
    sellerMessage: sellerMessageOf(result, decision, code),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
