import type { WebAbortSignal } from '../platform/platform.ts';
import type { Decider } from './decider.ts';
import type { LeadDecision } from './decision.ts';
import { decisionOf } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import type { Keeper } from './keeper.ts';
import { nameOf } from './lead.ts';
import { isFinal } from './lead-states.ts';
import { leaseEnd } from './lease-end.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { LedgerError } from './ledger-error.ts';
import type { PassTurns } from './pass-turns.ts';

/** What a worker works with. */
export interface LeadTools<Tx> {
  readonly settings: IntakeSettings<Tx>;
  readonly keeper: Keeper<Tx>;
  readonly decider: Decider<Tx>;
  readonly turns: PassTurns;
}

/** What to tell of the work on a lead. */
export interface OneLead {
  /** Stops what has not begun. */
  readonly signal?: WebAbortSignal | undefined;
  /** Called right before the first request. */
  readonly onSent?: (() => unknown) | undefined;
  /** Called if the service did not answer, or answered with 5xx or 429. */
  readonly onTrouble?: (() => unknown) | undefined;
  /** How often a call may be repeated at once; default: as the client does. */
  readonly maxRetries?: number | undefined;
}

/** Works on a lead that was leased. Whatever fails is part of the decision. */
export async function oneLead<Tx>(
  { settings, keeper, decider }: LeadTools<Tx>,
  entry: LedgerEntry,
  how: OneLead,
): Promise<LeadDecision> {
  const { onError, resumeDeadlineMs: deadlineMs } = settings;
  if (!isFinal(entry.state)) return decider.decide(entry, { deadlineMs, ...how });
  await keeper.announce(entry, true).catch((error: unknown) => onError(error, nameOf(entry)));
  return decisionOf(entry, true);
}

/** Some leads that were leased. */
export interface LeasedLeads {
  readonly entries: readonly LedgerEntry[];
  /** How many were leased: those too whose row could not be read, which `onError` was told. */
  readonly count: number;
  /** Where nothing more is due: `after` those that were leased before, or at `all`. */
  readonly nothingLeft?: 'after' | 'all' | undefined;
}

/**
 * Leases leads that are due, the longest due first, for as many workers as are free. It never looks
 * below where it has been, until it has come to the end; then it begins again.
 */
export class Leasing<Tx> {
  readonly #settings: IntakeSettings<Tx>;
  readonly #turns: PassTurns;
  #after: string | undefined;

  constructor({ settings, turns }: LeadTools<Tx>) {
    this.#settings = settings;
    this.#turns = turns;
  }

  /** @throws any error of the ledger. */
  async next(dueBy: number, limit: number): Promise<LeasedLeads> {
    const { ledger, clock, opened, onError, resumeDeadlineMs } = this.#settings;
    const after = this.#after;
    let unreadable = 0;
    this.#turns.goesOn();
    await opened();
    const { entries, next } = await ledger.lease({
      dueBy,
      now: clock.now(),
      until: leaseEnd(clock, resumeDeadlineMs),
      limit,
      after,
      onUnreadable: (lead, cause) => {
        unreadable += 1;
        onError(new LedgerError(cause.message, { cause }), lead);
      },
    });
    this.#after = next;
    const nothingLeft = after === undefined ? 'all' : 'after';
    return {
      entries,
      count: entries.length + unreadable,
      ...(next === undefined && { nothingLeft }),
    };
  }
}
