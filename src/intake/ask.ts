import type { AcceptanceCriteria } from '../contract/acceptance.ts';
import { isReceipt } from '../decision/is-receipt.ts';
import { CallError, isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { withRequestId } from '../resources/with-request-id.ts';
import { putBack, unsentEntry } from './before-asking.ts';
import type { ShadowVerdict } from './decision.ts';
import type { IntakeSettings } from './intake-options.ts';
import { isOtherPhone } from './is-other-phone.ts';
import { nameOf } from './lead.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { waitAfter } from './next-attempt.ts';
import { arrivedBy, HELD_TOO_LONG, isOverdue, type OpenEntry, unmeetable } from './overdue.ts';
import { isRefusedAnyway, shadowOf } from './record-check.ts';
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
  /** Called if the service did not answer, or answered with 5xx or 429. */
  readonly onTrouble?: (() => unknown) | undefined;
  /** As for any call; default: the client's. */
  readonly maxRetries?: number | undefined;
}

/** The limits of one call. */
interface CallLimits {
  readonly deadlineMs: number;
  readonly maxRetries?: number;
}

interface Asked {
  readonly result: ReceiveResult;
  readonly requestId?: string | undefined;
}

async function receive<Tx>(
  { client }: IntakeSettings<Tx>,
  { inDoubt, material: { shareUrl } }: OpenEntry,
  acceptance: AcceptanceCriteria,
  limits: CallLimits,
): Promise<Asked> {
  try {
    const call = client.shares.receive(shareUrl, {
      acceptance,
      ...limits,
      pendingTimeoutMs: limits.deadlineMs,
      ...(inDoubt && { earlierOutcome: 'unknown' as const }),
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
function remembered(verdict: Verdict, { cdrId, shareEventId }: LedgerEntry): Verdict {
  const isLost = verdict.to === 'hold' && verdict.code === 'PAID_UNKNOWN';
  if (!isLost || cdrId === null) return verdict;
  return { to: 'accept', cdrId, shareEventId, replayed: true };
}

/** What a receive said, and what the record itself says then. */
interface Confirmed {
  readonly verdict: Verdict;
  readonly shadow: ShadowVerdict | null;
}

/** What is looked for in a record. */
interface Sought {
  /** The lead's own criteria, as they were sent. */
  readonly criteria: AcceptanceCriteria;
  /** The instant of the first receive that may have taken effect. */
  readonly at: number;
  readonly limits: CallLimits;
  /** Whether the lead's time is over. */
  readonly isOver: boolean;
}

/**
 * Reads a record that came `alreadyClaimed` after a lost response. Most likely our own earlier attempt
 * received it, but it may have been received outside this ledger before. The record can prove the
 * latter: a number that matched would be among its phones, and it would meet the criteria.
 */
async function confirmed<Tx>(
  { client, onError, shadow }: IntakeSettings<Tx>,
  verdict: Verdict,
  entry: OpenEntry,
  { criteria, at, limits, isOver }: Sought,
): Promise<Confirmed> {
  if (verdict.to !== 'accept') return { verdict, shadow: null };
  const { cdrId, replayed } = verdict;
  if (!replayed && shadow === undefined) return { verdict, shadow: null };
  try {
    const cdr = await client.cdrs.get(cdrId, limits);
    const isOthers = isOtherPhone(cdr, entry.material.phone) || isRefusedAnyway(criteria, cdr, at);
    if (replayed && isOthers) {
      return { verdict: { to: 'duplicate', cdrId, mayBeCharged: true }, shadow: null };
    }
    return { verdict, shadow: shadow === undefined ? null : shadowOf(shadow, cdr, at) };
  } catch (error) {
    if (!isConsentEvidenceError(error)) onError(error, nameOf(entry));
    // What is only judged must not hold up a lead.
    if (!replayed) return { verdict, shadow: { outcome: 'undecidable', codes: [] } };
    const reading = judge({ error }, true);
    if (reading.to === 'fix') return { verdict: reading, shadow: null };
    const isLost = isOver && reading.to === 'refuse'; // gone, or flagged invalid
    const code = isLost ? 'PAID_UNKNOWN' : 'UNCONFIRMED';
    const retryAfterMs = askedWaitMs(error);
    return { verdict: { to: 'hold', code, message: null, retryAfterMs }, shadow: null };
  }
}

/** A refusal of a lead that was only asked about: nothing was paid, and nothing can be any more. */
function unpaid(verdict: Verdict, entry: LedgerEntry, now: number): Verdict {
  if (verdict.to !== 'refuse') return verdict;
  const retryAfterMs = arrivedBy(entry) - now;
  if (retryAfterMs <= 0) return { ...verdict, ...HELD_TOO_LONG };
  const { code = 'CDR_ACCEPTANCE_FAILED', message = null } = verdict.reasons[0] ?? {};
  return { to: 'hold', code, message, retryAfterMs };
}

/** What a receipt says of its lead, whatever happens to the decision. */
function received(result: ReceiveResult): Partial<Pick<LedgerEntry, 'inDoubt' | 'cdrId'>> {
  return 'error' in result ? {} : { inDoubt: true, cdrId: result.receipt.cdrId };
}

/** Asks the service once for a leased lead, and returns the entry to save. */
export async function ask<Tx>(
  settings: IntakeSettings<Tx>,
  entry: LedgerEntry,
  options: AskOptions,
): Promise<LedgerEntry> {
  const { clock, holdForMs } = settings;
  const { maxRetries } = options;
  const { material } = entry;
  if (material === null) throw new Error('an undecided lead must have its share');
  const leased = { ...entry, material };
  const now = clock.now();
  const isStopped = options.signal?.aborted === true;
  const unsent = unsentEntry(leased, { now, holdForMs, isStopped });
  if (unsent !== undefined) return unsent;
  if (!settings.health.maySend()) {
    return putBack(
      leased,
      'SERVICE_DOWN',
      Math.max(now + waitAfter(entry), settings.health.lookAt),
    );
  }
  // No call outlasts the lease.
  const limits = (): CallLimits => {
    const leftMs = Math.floor((entry.dueAt ?? Number.MAX_SAFE_INTEGER) - clock.now());
    const deadlineMs = Math.max(1, Math.min(options.deadlineMs, leftMs));
    return { deadlineMs, ...(maxRetries !== undefined && { maxRetries }) };
  };
  const isOver = isOverdue(entry, now, holdForMs);
  const onlyIfPaid = isOver || entry.onlyIfPaid;
  const criteria = JSON.parse(material.criteria) as AcceptanceCriteria;
  options.onSent?.();
  const sent = onlyIfPaid ? unmeetable(entry) : criteria;
  const { result, requestId } = await receive(settings, leased, sent, limits());
  if (settings.health.note(result)) options.onTrouble?.();
  if ('error' in result && !isConsentEvidenceError(result.error)) {
    settings.onError(result.error, nameOf(entry));
  }
  const inDoubt = entry.inDoubt || leftInDoubt(result);
  const judged = remembered(judge(result, inDoubt), entry);
  const moment = { now: clock.now(), holdForMs, requestId };
  const reading = onlyIfPaid ? unpaid(judged, entry, moment.now) : judged;
  const isTaken = 'receipt' in result;
  const doubtSince = entry.doubtSince ?? (inDoubt || isTaken ? now : null);
  const { verdict, shadow } = await confirmed(settings, reading, leased, {
    criteria,
    at: doubtSince ?? now,
    limits: limits(),
    isOver,
  });
  const askedAt = onlyIfPaid || leftUnsent(result) ? entry.askedAt : moment.now;
  const asked = { ...leased, inDoubt, doubtSince, askedAt, shadow, ...received(result) };
  return settledEntry(asked, verdict, { ...moment, now: clock.now() });
}
