import { transition } from './lead-states.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { waitAfter } from './next-attempt.ts';
import { arrivedBy, HELD_TOO_LONG, isOverdue, type OpenEntry } from './overdue.ts';
import { decided } from './settled-entry.ts';

/** What a worker looks at right before it would send something. */
export interface Sight {
  readonly now: number;
  readonly holdForMs: number;
  /** Whether the caller's signal has ended what has not begun. */
  readonly isStopped: boolean;
}

const CRITERIA_LOST = {
  code: 'CRITERIA_LOST',
  message: 'the row of the lead has no criteria any more that its own phone must match',
  scope: 'lead',
} as const;

/** Whether the criteria can accept no one else's record: rows can be changed by hand. */
function hasItsPhone(entry: OpenEntry): boolean {
  const { criteria, phone } = entry.material;
  try {
    const given = JSON.parse(criteria) as { leadMatch?: { phone?: unknown } } | null;
    return given?.leadMatch?.phone === phone;
  } catch {
    return false;
  }
}

/** Returns the lead to its queue as it was; a lead that waits for a fix still does. */
export function putBack(entry: OpenEntry, code: string, dueAt: number): LedgerEntry {
  const isFix = entry.scope !== null;
  return {
    ...entry,
    state: transition(entry.state, isFix ? 'fix' : 'hold'),
    version: entry.version + 1,
    inHand: false,
    dueAt,
    ...(!isFix && { code, message: null }),
  };
}

/** A lead whose share was erased, because no call could tell more: made due by hand, it still waits. */
function noShareEntry(entry: OpenEntry): LedgerEntry {
  return { ...putBack({ ...entry, scope: null }, 'PAID_UNKNOWN', 0), dueAt: null };
}

/**
 * Returns the entry to save where nothing may be sent for a leased lead; `undefined` where it may. A
 * process that was stopped for a while can wake after its lease, or after the lead's time.
 */
export function unsentEntry(entry: OpenEntry, sight: Sight): LedgerEntry | undefined {
  const { now, holdForMs, isStopped } = sight;
  const later = now + waitAfter(entry);
  if (entry.material.shareUrl === '') return noShareEntry(entry);
  if (!hasItsPhone(entry)) {
    return { ...putBack({ ...entry, scope: 'lead' }, '', later), ...CRITERIA_LOST };
  }
  if (entry.dueAt !== null && now >= entry.dueAt) return putBack(entry, 'LEASE_ENDED', later);
  if (isStopped) return putBack(entry, 'ABORTED', later);
  if (!isOverdue(entry, now, holdForMs) || entry.inDoubt) return undefined;
  const arrived = arrivedBy(entry);
  if (now < arrived) return putBack(entry, entry.code ?? 'IN_HAND', arrived);
  return decided(entry, 'refuse', { now, mayBeCharged: false, ...HELD_TOO_LONG });
}
