import type { WebAbortSignal } from '../platform/platform.ts';
import type { AskOptions } from './ask.ts';
import { checkSame } from './check-same.ts';
import type { Decider } from './decider.ts';
import type { LeadDecision } from './decision.ts';
import { decisionOf, heldAs } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import type { Keeper } from './keeper.ts';
import { type CheckedLead, type LeadName, nameOf } from './lead.ts';
import { isFinal } from './lead-states.ts';
import { leaseEnd } from './lease-end.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { LedgerError, ledgerStep } from './ledger-error.ts';
import { duplicateEntry, newEntry } from './new-entry.ts';
import type { LeadTools } from './one-lead.ts';
import { untilAborted, within } from './until-aborted.ts';

/** An error may be a lost answer: only a second `take` tells. */
const MAYBE_SAVED = 'the lead may or may not have been saved, so take it again';

/** How far a `take` has come, for the answer if its wait ends early. */
interface Progress {
  /** The lead, once it is in the ledger for certain. */
  durable?: LedgerEntry;
}

/** Takes in one lead. */
export class Taker<Tx> {
  readonly #settings: IntakeSettings<Tx>;
  readonly #keeper: Keeper<Tx>;
  readonly #decider: Decider<Tx>;

  constructor({ settings, keeper, decider }: LeadTools<Tx>) {
    this.#settings = settings;
    this.#keeper = keeper;
    this.#decider = decider;
  }

  /** Answers by `answerWithinMs`, or when the signal is aborted, whatever hangs. */
  async take(lead: CheckedLead, signal: WebAbortSignal | undefined): Promise<LeadDecision> {
    const { deadlineMs, answerWithinMs } = this.#settings;
    const progress: Progress = {};
    const work = this.#take(lead, { deadlineMs, signal }, progress);
    const answer = (cause?: unknown): LeadDecision => {
      if (progress.durable !== undefined) return heldAs(progress.durable, 'STILL_WORKING');
      throw new LedgerError(`it had not answered when the wait was over; ${MAYBE_SAVED}`, {
        cause,
      });
    };
    const answered = untilAborted(work, signal, () => answer(signal?.reason));
    return within(answered, answerWithinMs, answer);
  }

  async #take(lead: CheckedLead, options: AskOptions, progress: Progress): Promise<LeadDecision> {
    await ledgerStep('it could not be opened', () => this.#settings.opened());
    const { entry, known } = await this.#newEntry(lead);
    if (known !== undefined) return this.#goOn(known, entry, options, progress);
    const isAdded = (): unknown => (progress.durable = entry);
    const added = await ledgerStep(MAYBE_SAVED, () => this.#keeper.add(entry, isAdded));
    if (added.kind === 'lead_known') return this.#goOn(added.entry, entry, options, progress);
    if (added.kind === 'share_taken') return this.#duplicate(entry, added.firstLead, progress);
    return isFinal(entry.state) ? decisionOf(entry, false) : this.#decider.decide(entry, options);
  }

  /**
   * Rejects for a new lead if its criteria cannot be made. A known lead has its own already: the
   * entry is then only for comparing, and must not be added.
   */
  async #newEntry(lead: CheckedLead): Promise<{ entry: LedgerEntry; known?: LedgerEntry }> {
    const until = leaseEnd(this.#settings.clock, this.#settings.deadlineMs);
    try {
      return { entry: await newEntry(this.#settings, lead, until) };
    } catch (error) {
      const { ledger } = this.#settings;
      const known = await ledgerStep(MAYBE_SAVED, () => ledger.get(nameOf(lead)));
      if (known === undefined) throw error;
      const criteriaFor = () => ({ schemaVersion: 1 }) as const;
      return { entry: await newEntry({ ...this.#settings, criteriaFor }, lead, until), known };
    }
  }

  async #duplicate(
    entry: LedgerEntry,
    firstLead: LeadName,
    progress: Progress,
  ): Promise<LeadDecision> {
    const duplicate = duplicateEntry(entry, firstLead);
    const isAdded = (): unknown => (progress.durable = duplicate);
    const added = await ledgerStep(MAYBE_SAVED, () => this.#keeper.add(duplicate, isAdded));
    if (added.kind !== 'lead_known') return decisionOf(duplicate, false);
    checkSame(added.entry, entry);
    return decisionOf(added.entry, true);
  }

  async #goOn(
    known: LedgerEntry,
    now: LedgerEntry,
    options: AskOptions,
    progress: Progress,
  ): Promise<LeadDecision> {
    checkSame(known, now);
    const { clock, ledger } = this.#settings;
    const dueBy = clock.now();
    if (isFinal(known.state) || known.dueAt === null || known.dueAt > dueBy) {
      return decisionOf(known, true);
    }
    progress.durable = known;
    const until = leaseEnd(clock, options.deadlineMs);
    const lead = nameOf(known);
    const { entries } = await ledgerStep('the lead was not leased', () =>
      ledger.lease({ lead, dueBy, now: dueBy, until, limit: 1 }),
    );
    const [leased] = entries;
    // Decided by another in between, and not told yet: the next pass tells it.
    if (leased !== undefined && isFinal(leased.state)) return decisionOf(leased, true);
    if (leased !== undefined) return this.#decider.decide(leased, options);
    return ledgerStep('the lead could not be read', () => this.#decider.asItStands(known));
  }
}
