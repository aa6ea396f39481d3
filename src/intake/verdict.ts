import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import { UNIT_MS } from '../contract/limits.ts';
import { explainReceive } from '../decision/explain-receive.ts';
import { isApiError } from '../errors/api-error.ts';
import { CallError, isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { ReceiveReceipt } from '../resources/shares.ts';
import type { RefusalReason } from './decision.ts';
import { failureReason } from './failure-reason.ts';

/** What a receive means for its lead. */
export type Verdict =
  | {
      readonly to: 'accept';
      readonly cdrId: string;
      readonly shareEventId: string | null;
      readonly replayed: boolean;
    }
  | { readonly to: 'duplicate'; readonly cdrId: string; readonly mayBeCharged: boolean }
  | {
      readonly to: 'refuse';
      readonly reasons: readonly RefusalReason[];
      /** The service knows no such token. */
      readonly isUnknown?: boolean;
    }
  | {
      readonly to: 'hold';
      readonly code: string;
      /** Without it, the code has words of its own. */
      readonly message: string | null;
      readonly retryAfterMs: number;
    }
  | {
      readonly to: 'fix';
      readonly code: string;
      readonly message: string;
      readonly scope: 'account' | 'lead';
      readonly retryAfterMs: number;
    };

/** What a receive returned or threw. */
export type ReceiveResult = { readonly receipt: ReceiveReceipt } | { readonly error: unknown };

/** Codes that say that nothing can be received through this token now, but not what was before. */
const SAY_NOTHING_OF_BEFORE: readonly string[] = ['GONE', 'CDR_INVALID', 'NOT_FOUND', 'CONFLICT'];

/**
 * The longest wait that the service can ask for: no ledger can store every instant that a
 * `Retry-After` can name, and a link whose lead waits for months has expired by then.
 */
const LONGEST_ASKED_WAIT_MS = 7 * UNIT_MS.days;

/** The most reasons that are kept: more than criteria have rules, but a reply may list any number. */
const REASONS_MAX = 100;

/** Tells whether the receive may have taken effect without our knowing its result. */
export function leftInDoubt(result: ReceiveResult): boolean {
  if ('receipt' in result) return false;
  const { error } = result;
  if (error instanceof InvalidInputError) return false;
  if (error instanceof CallError) return error.outcome === 'unknown' || error.outcome === 'done';
  return true; // an error of another kind proves nothing
}

/** Tells whether it is certain that no request of the receive was sent. */
export function leftUnsent(result: ReceiveResult): boolean {
  if ('receipt' in result) return false;
  const { error } = result;
  if (error instanceof InvalidInputError) return true;
  return error instanceof CallError && error.outcome === 'not_sent';
}

/** What was found wrong in an input: here, or by the service in the criteria (spec §2.7). */
function wrongPaths(error: unknown): string[] {
  const { issues } = (isApiError(error, 'INVALID_ARGUMENT') ? (error.details ?? {}) : error) as {
    issues?: unknown;
  };
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue: { path?: unknown } | null) => {
    const path = issue?.path;
    if (Array.isArray(path)) return [path.join('.')];
    return typeof path === 'string' ? [path] : [];
  });
}

/** What comes from a lead: its share, and its own phone in the criteria. */
const OF_THE_LEAD = /^(?:tokenOrShareUrl|leadMatch)(?:\.|$)/;

/** Tells whether the cause is ours, so that every other lead would get the same. */
function isOurAccount(error: unknown): boolean {
  if (isApiError(error) && (error.status === 401 || error.status === 403)) return true;
  if (!isApiError(error) && !(error instanceof InvalidInputError)) return false;
  return wrongPaths(error).some((path) => !OF_THE_LEAD.test(path));
}

function reasonsOf(error: unknown, whole: RefusalReason): readonly RefusalReason[] {
  if (!isApiError(error, 'CDR_ACCEPTANCE_FAILED')) return [whole];
  const failures: readonly AcceptanceFailure[] = error.details.failures;
  return failures.length === 0 ? [whole] : failures.slice(0, REASONS_MAX).map(failureReason);
}

/** Returns how long the service asked to wait, in milliseconds. */
export function askedWaitMs(error: unknown): number {
  const { retryAfterMs = 0 } = explainReceive(error, { firstUse: true });
  return Math.min(retryAfterMs, LONGEST_ASKED_WAIT_MS);
}

/**
 * An error that is not ours: the client, or what wraps it, failed by itself, which says nothing of
 * the lead. Its message may quote anything, so that only its name is kept.
 */
function failedByItself(error: unknown): Verdict {
  const name = error instanceof Error && /^[\w.$]{1,100}$/.test(error.name) ? error.name : 'Error';
  const message = `the client failed by itself: ${name}; onError has the error`;
  return { to: 'fix', code: 'CLIENT_FAILED', message, scope: 'lead', retryAfterMs: 0 };
}

function judgeError(error: unknown, inDoubt: boolean): Verdict {
  if (!isConsentEvidenceError(error)) return failedByItself(error);
  const { decision, code, message, sellerMessage } = explainReceive(error, { firstUse: true });
  const retryAfterMs = askedWaitMs(error);
  if (isOurAccount(error)) return { to: 'fix', code, message, scope: 'account', retryAfterMs };
  // If something may have been paid, only a refusal by the service itself can refuse the lead.
  const isProved = error instanceof CallError && error.outcome === 'refused';
  if (decision === 'refuse' && (!inDoubt || isProved)) {
    const reasons = reasonsOf(error, { code, message, sellerMessage });
    return { to: 'refuse', reasons, isUnknown: code === 'NOT_FOUND' };
  }
  if (decision === 'fix') return { to: 'fix', code, message, scope: 'lead', retryAfterMs };
  const lost = inDoubt && SAY_NOTHING_OF_BEFORE.includes(code);
  if (lost) return { to: 'hold', code: 'PAID_UNKNOWN', message: null, retryAfterMs };
  return { to: 'hold', code, message, retryAfterMs };
}

/**
 * Judges what a receive returned or threw. `inDoubt`: this receive, or an earlier one, may have
 * taken effect with its response lost.
 */
export function judge(result: ReceiveResult, inDoubt: boolean): Verdict {
  if ('error' in result) return judgeError(result.error, inDoubt);
  const { receipt } = result;
  const { decision } = explainReceive(receipt, { firstUse: true });
  const { cdrId, alreadyClaimed } = receipt;
  // An early return does nothing (spec §4.6 rule 2), and no receive of ours may have done something.
  if (decision !== 'accept') return { to: 'duplicate', cdrId, mayBeCharged: false };
  // Empty if it is already claimed (spec §4.6).
  const shareEventId = receipt.shareEventId === '' ? null : (receipt.shareEventId ?? null);
  return { to: 'accept', cdrId, shareEventId, replayed: alreadyClaimed };
}
