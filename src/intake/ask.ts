import type { AcceptanceCriteria } from '../contract/acceptance.ts';
import { isReceipt } from '../decision/is-receipt.ts';
import { CallError, isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { withRequestId } from '../resources/with-request-id.ts';
import { unsentEntry } from './before-asking.ts';
import type { IntakeSettings } from './intake-options.ts';
import { isOtherPhone } from './is-other-phone.ts';
import type { LeadMaterial, LedgerEntry } from './ledger.ts';
import {
  arrivedBy,
  HELD_TOO_LONG,
  isOverdue,
  isUnmeetable,
  type OpenEntry,
  unmeetable,
} from './overdue.ts';
import { settledEntry } from './settled-entry.ts';
import {
  askedWaitMs,
  judge,
  leftInDoubt,
  leftUnsent,
  type ReceiveResult,
  type Verdict,
} from './verdict.ts';

/** The limits of each call for a lead. */
export interface AskOptions {
  readonly deadlineMs: number;
  /** Stops what has not begun. A request that was sent is not aborted. */
  readonly signal?: WebAbortSignal | undefined;
  /** Called right before the first request. */
  readonly onSent?: (() => unknown) | undefined;
}

/** The limits of one call. */
interface CallLimits {
  readonly deadlineMs: number;
}

interface Asked {
  readonly result: ReceiveResult;
  readonly requestId?: string | undefined;
}

async function receive<Tx>(
  { client }: IntakeSettings<Tx>,
  entry: LedgerEntry,
  { shareUrl, criteria }: LeadMaterial,
  { deadlineMs }: CallLimits,
): Promise<Asked> {
  const acceptance = JSON.parse(criteria) as AcceptanceCriteria;
  try {
    const call = client.shares.receive(shareUrl, {
      acceptance,
      deadlineMs,
      pendingTimeoutMs: deadlineMs,
      ...(entry.inDoubt && { earlierOutcome: 'unknown' as const }),
    });
    const { data, requestId } = await withRequestId(call);
    if (!isReceipt(data)) throw new TypeError('client.shares.receive gave no receipt');
    return { result: { receipt: data }, requestId };
  } catch (error) {
    const requestId = error instanceof CallError ? error.requestId : undefined;
    return { result: { error }, requestId };
  }
}

/**
 * If the link can no longer tell whether it was paid for, a receipt that came before can: its
 * decision could not be saved, or its record not be read.
 */
function remembered(verdict: Verdict, { cdrId }: LedgerEntry): Verdict {
  const isLost = verdict.to === 'hold' && verdict.code === 'PAID_UNKNOWN';
  return isLost && cdrId !== null ? { to: 'accept', cdrId, replayed: true } : verdict;
}

/**
 * Confirms a record that came `alreadyClaimed` after a lost response. Most likely our own earlier
 * attempt received it, but it may have been received outside this ledger before. The record can
 * prove the latter: a number that matched would be among its phones.
 */
async function confirmed<Tx>(
  { client, onError }: IntakeSettings<Tx>,
  verdict: Verdict,
  { leadId, material: { phone } }: OpenEntry,
  { deadlineMs }: CallLimits,
  isOver: boolean,
): Promise<Verdict> {
  if (verdict.to !== 'accept' || !verdict.replayed) return verdict;
  const { cdrId } = verdict;
  try {
    const cdr = await client.cdrs.get(cdrId, { deadlineMs });
    return isOtherPhone(cdr, phone) ? { to: 'duplicate', cdrId } : verdict;
  } catch (error) {
    if (!isConsentEvidenceError(error)) onError(error, leadId);
    const reading = judge({ error }, true);
    if (reading.to === 'fix') return reading;
    const isLost = isOver && reading.to === 'refuse'; // gone, or flagged invalid
    const code = isLost ? 'PAID_UNKNOWN' : 'UNCONFIRMED';
    return { to: 'hold', code, retryAfterMs: askedWaitMs(error) };
  }
}

/** A refusal of a lead that was only asked about: nothing was paid, and nothing can be any more. */
function unpaid(verdict: Verdict, entry: LedgerEntry, now: number): Verdict {
  if (verdict.to !== 'refuse') return verdict;
  const retryAfterMs = arrivedBy(entry) - now;
  if (retryAfterMs <= 0) return { ...verdict, ...HELD_TOO_LONG };
  return { to: 'hold', code: verdict.reasons[0]?.code ?? 'CDR_ACCEPTANCE_FAILED', retryAfterMs };
}

/** Asks the service once for a leased lead, and returns the entry to save. */
export async function ask<Tx>(
  settings: IntakeSettings<Tx>,
  entry: LedgerEntry,
  options: AskOptions,
): Promise<LedgerEntry> {
  const { clock, holdForMs } = settings;
  const { material } = entry;
  if (material === null) throw new Error('an undecided lead must have its share');
  const leased = { ...entry, material };
  const now = clock.now();
  const isStopped = options.signal?.aborted === true;
  const unsent = unsentEntry(leased, { now, holdForMs, isStopped });
  if (unsent !== undefined) return unsent;
  // No call outlasts the lease.
  const limits = (): CallLimits => {
    const leftMs = Math.floor((entry.dueAt ?? Number.MAX_SAFE_INTEGER) - clock.now());
    return { deadlineMs: Math.max(1, Math.min(options.deadlineMs, leftMs)) };
  };
  const isOver = isOverdue(entry, now, holdForMs);
  const open = isOver ? { ...leased, material: unmeetable(leased) } : leased;
  const onlyIfPaid = isUnmeetable(open);
  options.onSent?.();
  const { result, requestId } = await receive(settings, entry, open.material, limits());
  if ('error' in result && !isConsentEvidenceError(result.error)) {
    settings.onError(result.error, entry.leadId);
  }
  const inDoubt = entry.inDoubt || leftInDoubt(result);
  const judged = remembered(judge(result, inDoubt), entry);
  const moment = { now: clock.now(), holdForMs, requestId };
  const reading = onlyIfPaid ? unpaid(judged, entry, moment.now) : judged;
  const verdict = await confirmed(settings, reading, open, limits(), isOver);
  const known = 'receipt' in result && { inDoubt: true, cdrId: result.receipt.cdrId };
  const askedAt = onlyIfPaid || leftUnsent(result) ? entry.askedAt : moment.now;
  const asked = { ...open, inDoubt, askedAt, ...known };
  return settledEntry(asked, verdict, { ...moment, now: clock.now() });
}
