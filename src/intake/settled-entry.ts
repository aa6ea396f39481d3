import { transition } from './lead-states.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { waitAfter } from './next-attempt.ts';
import { arrivedBy, type OpenEntry } from './overdue.ts';
import type { Verdict } from './verdict.ts';

type Waiting = Extract<Verdict, { to: 'hold' | 'fix' }>;

/** How many request identifiers are kept per lead, for the service's support. */
const REQUEST_IDS_MAX = 20;

/** When a receive ended, and how long a lead may be held. */
export interface Moment {
  readonly now: number;
  readonly holdForMs: number;
}

function requestIdsOf(entry: LedgerEntry, requestId: string | undefined): readonly string[] {
  if (requestId === undefined) return entry.requestIds;
  return [...entry.requestIds, requestId].slice(-REQUEST_IDS_MAX);
}

/** The facts of a decision. */
type DecidedFacts = Partial<LedgerEntry> & Pick<LedgerEntry, 'mayBeCharged'> & { now: number };

/** Returns the decided entry, held by no worker. Its material is erased once the decision is told. */
export function decided(
  entry: LedgerEntry,
  to: 'accept' | 'refuse' | 'duplicate',
  { now, ...facts }: DecidedFacts,
): LedgerEntry {
  return {
    ...entry,
    ...facts,
    state: transition(entry.state, to),
    version: entry.version + 1,
    inHand: false,
    inDoubt: false,
    dueAt: null,
    decidedAt: now,
    code: null,
    message: null,
    scope: null,
  };
}

const MESSAGE_MAX_CHARS = 1_000;

/** A message as a ledger keeps it: a reply may say any text, and Postgres has no NUL. */
const kept = (message: string | null): string | null =>
  message && message.slice(0, MESSAGE_MAX_CHARS).replaceAll('\u0000', '\uFFFD');

function waiting(asked: OpenEntry, verdict: Waiting, { now, holdForMs }: Moment): LedgerEntry {
  const entry = { ...asked, attempts: asked.attempts + 1 };
  const isHeld = verdict.to === 'hold';
  const endsAt = entry.heldSince + holdForMs;
  const isOver = isHeld && now >= endsAt;
  const isUnknown = isOver && entry.inDoubt && entry.cdrId === null;
  let dueAt: number | null = now + waitAfter(entry, verdict.retryAfterMs);
  if (isOver && !entry.inDoubt) {
    // Nothing is sent any more: it is only decided.
    dueAt = arrivedBy(entry);
  } else if (isOver) {
    // No call can tell any more.
    if (verdict.code === 'PAID_UNKNOWN') dueAt = null;
  } else if (isHeld) {
    // Due when its time is over, so that it is decided soon after.
    dueAt = Math.min(dueAt, Math.max(endsAt, now + verdict.retryAfterMs));
  }
  return {
    ...entry,
    state: transition(entry.state, verdict.to),
    version: entry.version + 1,
    inHand: false,
    // From here on it is only asked whether the lead was paid for, even after a `fix`.
    onlyIfPaid: entry.onlyIfPaid || isUnknown || dueAt === null,
    material: dueAt === null ? { ...entry.material, shareUrl: '' } : entry.material,
    code: isUnknown ? 'PAID_UNKNOWN' : verdict.code,
    message: isUnknown ? null : kept(verdict.message),
    scope: isHeld ? null : verdict.scope,
    dueAt,
  };
}

/**
 * Returns the entry to save if the decision could not be saved: held, and tried again after a
 * growing wait. If the receipt was or may be ours, the lead is in doubt, as after a lost response,
 * and the record is remembered: the link may have expired by the next attempt.
 */
export function unkeptEntry(settled: LedgerEntry, before: LedgerEntry, now: number): LedgerEntry {
  const entry = { ...before, attempts: before.attempts + 1 };
  const isOurs = settled.state === 'accept' || (settled.state === 'duplicate' && before.inDoubt);
  return {
    ...entry,
    state: transition(before.state, 'hold'),
    version: before.version + 1,
    inHand: false,
    inDoubt: isOurs,
    cdrId: isOurs ? settled.cdrId : before.cdrId,
    askedAt: settled.askedAt,
    dueAt: now + waitAfter(entry),
    requestIds: settled.requestIds,
    shareEventId: isOurs ? settled.shareEventId : before.shareEventId,
    doubtSince: isOurs ? settled.doubtSince : before.doubtSince,
    code: 'LEDGER_FAILED',
    message: null,
    scope: null,
  };
}

/** Returns the entry after a receive: decided, or waiting. */
export function settledEntry(
  entry: OpenEntry,
  verdict: Verdict,
  moment: Moment & { requestId?: string | undefined },
): LedgerEntry {
  const asked = { ...entry, requestIds: requestIdsOf(entry, moment.requestId) };
  const { now } = moment;
  if (verdict.to === 'accept') {
    const { cdrId, shareEventId } = verdict;
    return decided(asked, 'accept', { now, cdrId, shareEventId, mayBeCharged: true });
  }
  if (verdict.to === 'duplicate') {
    const { cdrId, mayBeCharged } = verdict;
    return decided(asked, 'duplicate', { now, cdrId, mayBeCharged });
  }
  if (verdict.to === 'refuse') {
    // A link that was cut is no one's: the next lead with it is not a duplicate of this one.
    const isGivenUp = verdict.isUnknown === true && entry.attempts === 0 && !entry.inDoubt;
    const ownsShare = entry.ownsShare && !isGivenUp;
    // The service proved it; a receipt that came before says otherwise.
    const mayBeCharged = asked.cdrId !== null;
    return decided(asked, 'refuse', { now, reasons: verdict.reasons, ownsShare, mayBeCharged });
  }
  return waiting(asked, verdict, moment);
}
