import type { WebAbortSignal } from '../platform/platform.ts';
import type { Decider } from './decider.ts';
import type { LeadDecision } from './decision.ts';
import { decisionOf } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import type { Keeper } from './keeper.ts';
import { nameOf } from './lead.ts';
import { isFinal } from './lead-states.ts';
import { leaseEnd } from './lease-end.ts';
import type { LedgerEntry } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';

/** What a worker works with. */
export interface LeadTools<Tx> {
  readonly settings: IntakeSettings<Tx>;
  readonly keeper: Keeper<Tx>;
  readonly decider: Decider<Tx>;
}

/** Which lead to work on, and what to tell meanwhile. */
export interface OneLead {
  /** Only a lead that is due by then. */
  readonly dueBy: number;
  /** Stops what has not begun. */
  readonly signal?: WebAbortSignal | undefined;
  readonly onLeased?: ((entry: LedgerEntry) => unknown) | undefined;
  /** Called right before the first request. */
  readonly onSent?: ((entry: LedgerEntry) => unknown) | undefined;
  /** Called if the service did not answer, or answered with 5xx or 429. */
  readonly onTrouble?: (() => unknown) | undefined;
}

/**
 * Works on the lead that is due the longest. `unreadable`: its row could not be read, which `onError`
 * was told.
 *
 * @throws any error of the ledger at the lease. After it, whatever fails is part of the decision.
 */
export async function oneLead<Tx>(
  { settings, keeper, decider }: LeadTools<Tx>,
  { dueBy, signal, onLeased, onSent, onTrouble }: OneLead,
): Promise<LeadDecision | 'none' | 'unreadable'> {
  const { ledger, clock, opened, onError, resumeDeadlineMs: deadlineMs } = settings;
  let isUnreadable = false;
  await opened();
  const [entry] = await ledger.lease({
    dueBy,
    now: clock.now(),
    until: leaseEnd(clock, deadlineMs),
    limit: 1,
    onUnreadable: (lead, cause) => {
      isUnreadable = true;
      onError(new LedgerError(cause.message, { cause }), lead);
    },
  });
  if (entry === undefined) return isUnreadable ? 'unreadable' : 'none';
  onLeased?.(entry);
  if (!isFinal(entry.state)) {
    return decider.decide(entry, { deadlineMs, signal, onSent: () => onSent?.(entry), onTrouble });
  }
  await keeper.announce(entry, true).catch((error: unknown) => onError(error, nameOf(entry)));
  return decisionOf(entry, true);
}
