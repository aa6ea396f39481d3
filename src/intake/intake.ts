import type { CdrListEntry } from '../contract/cdr.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import type { AskOptions } from './ask.ts';
import { checkSame } from './check-same.ts';
import { Decider } from './decider.ts';
import type { LeadDecision } from './decision.ts';
import { decisionOf, heldAs } from './decision-of.ts';
import { type IntakeSettings, intakeSettings, type LeadIntakeOptions } from './intake-options.ts';
import { Keeper } from './keeper.ts';
import {
  type CheckedLead,
  checkLead,
  checkReference,
  type Lead,
  type LeadName,
  type LeadReference,
  nameOf,
} from './lead.ts';
import { isFinal } from './lead-states.ts';
import { leaseEnd } from './lease-end.ts';
import type { LedgerEntry } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { RESUME_OPTIONS, type ResumeOptions, TAKE_OPTIONS, type TakeOptions } from './limits.ts';
import { duplicateEntry, newEntry } from './new-entry.ts';
import { type OrphansOptions, orphansOf } from './orphans.ts';
import { Pass } from './pass.ts';
import { untilAborted, within } from './until-aborted.ts';

/** An error may be a lost answer: only a second `take` tells. */
const MAYBE_SAVED = 'the lead may or may not have been saved, so take it again';

/** How far a `take` has come, for the answer if its wait ends early. */
interface Progress {
  /** The lead, once it is in the ledger for certain. */
  durable?: LedgerEntry;
}

/**
 * A buyer's lead intake. Create one with {@link createLeadIntake}.
 *
 * @example
 * ```ts
 * const [decision] = await intake.resume({ limit: 1 });
 * ```
 */
export class LeadIntake<Tx = unknown> {
  readonly #settings: IntakeSettings<Tx>;
  readonly #keeper: Keeper<Tx>;
  readonly #decider: Decider<Tx>;

  /** @internal */
  constructor(settings: IntakeSettings<Tx>) {
    this.#settings = settings;
    this.#keeper = new Keeper(settings);
    this.#decider = new Decider(settings, this.#keeper);
    bindMethods(this);
  }

  /**
   * Takes in a lead and decides it, or reports that it is held. **This is a billable act** if it
   * accepts. The lead is saved before anything is sent. If you take it again with the same share
   * and phone, you get the decision that was made, or the lead continues where it stopped.
   *
   * @throws `InvalidInputError` for an invalid lead, or one that was taken with another share or
   * phone, and any error of a `criteria` function for a new lead: nothing is saved. `LedgerError`
   * if the ledger, or `onDecision` in its transaction, fails before anything is sent: take the lead
   * again, because it may have been saved. It also rejects if `signal` is aborted before the ledger
   * has saved the lead.
   * @example
   * ```ts
   * const decision = await intake.take({ leadId: 'L-1', shareUrl, phone: '(212) 555-0147' });
   * ```
   */
  async take(lead: Lead, options: TakeOptions = {}): Promise<LeadDecision> {
    const { signal } = checkedOptions(TAKE_OPTIONS, options);
    const { deadlineMs, answerWithinMs, clock } = this.#settings;
    const progress: Progress = {};
    const work = this.#take(checkLead(lead), { deadlineMs, signal }, progress);
    const answer = (cause?: unknown): LeadDecision => {
      if (progress.durable !== undefined) return heldAs(progress.durable, 'STILL_WORKING');
      throw new LedgerError(`it had not answered when the wait was over; ${MAYBE_SAVED}`, {
        cause,
      });
    };
    const answered = untilAborted(work, signal, () => answer(signal?.reason));
    return within(answered, { ms: answerWithinMs, clock }, answer);
  }

  /**
   * Continues the leads that are due, on any number of machines at the same time: only one worker
   * holds a lead at a time. A lead that fails does not stop the others. A `fix` with the scope
   * `account` ends the call and is the last decision, because every other lead would get the same.
   * A decision can come more than once, as `onDecision` can be called more than once.
   *
   * A lead whose row cannot be read is reported to `onError`, and the others go on.
   *
   * @throws `InvalidInputError` for an invalid option; `LedgerError` if the ledger cannot lease a
   * lead: `decisions` has what was decided before, `sent` the leads that requests were sent for.
   * @example
   * ```ts
   * const decisions = await intake.resume({ limit: 100 });
   * const [trouble] = decisions.filter((each) => each.decision === 'fix' && each.scope === 'account');
   * ```
   */
  async resume(options: ResumeOptions = {}): Promise<LeadDecision[]> {
    const { limit = 100, concurrency = 4, signal } = checkedOptions(RESUME_OPTIONS, options);
    const tools = { settings: this.#settings, keeper: this.#keeper, decider: this.#decider };
    return new Pass(tools, { limit, concurrency, signal }).run();
  }

  /**
   * Reads the state of a lead from the ledger; `undefined` if it was never taken. Sends nothing.
   *
   * @param lead `{ source, leadId }`, or the `leadId` alone where the source is `''`.
   * @throws `InvalidInputError` for an invalid name; any error of the ledger.
   * @example
   * ```ts
   * const decision = await intake.get({ source: 'sunroof', leadId: 'L-1' });
   * ```
   */
  async get(lead: LeadReference): Promise<LeadDecision | undefined> {
    const name = checkReference(lead);
    await this.#settings.opened();
    const entry = await this.#settings.ledger.get(name);
    return entry && decisionOf(entry, true);
  }

  /**
   * Lists the records that were shared into the account but belong to no accepted lead: those that
   * a lead held as `PAID_UNKNOWN` may have paid for, and those received elsewhere. Newest first in
   * each domain. Sends one request per 100 records, and one per record that no accepted lead has.
   *
   * @example
   * ```ts
   * for await (const entry of intake.orphans({ since: Date.parse('2026-01-01') })) {
   *   console.log(entry.domainId, entry.cdrId);
   * }
   * ```
   */
  orphans(options: OrphansOptions = {}): AsyncIterable<CdrListEntry> {
    return orphansOf(this.#settings, options);
  }

  async #take(lead: CheckedLead, options: AskOptions, progress: Progress): Promise<LeadDecision> {
    await this.#ledger('it could not be opened', () => this.#settings.opened());
    const { entry, known } = await this.#newEntry(lead);
    if (known !== undefined) return this.#goOn(known, entry, options, progress);
    const isAdded = (): unknown => (progress.durable = entry);
    const added = await this.#ledger(MAYBE_SAVED, () => this.#keeper.add(entry, isAdded));
    if (added.kind === 'lead_known') return this.#goOn(added.entry, entry, options, progress);
    if (added.kind === 'share_taken') return this.#duplicate(entry, added.firstLead, progress);
    return isFinal(entry.state) ? decisionOf(entry, false) : this.#decider.decide(entry, options);
  }

  async #ledger<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw cause instanceof LedgerError ? cause : new LedgerError(what, { cause });
    }
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
      const known = await this.#ledger(MAYBE_SAVED, () => ledger.get(nameOf(lead)));
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
    const added = await this.#ledger(MAYBE_SAVED, () => this.#keeper.add(duplicate, isAdded));
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
    const [leased] = await this.#ledger('the lead was not leased', () =>
      ledger.lease({ lead, dueBy, now: dueBy, until, limit: 1 }),
    );
    // Decided by another in between, and not told yet: the next pass tells it.
    if (leased !== undefined && isFinal(leased.state)) return decisionOf(leased, true);
    if (leased !== undefined) return this.#decider.decide(leased, options);
    return this.#ledger('the lead could not be read', () => this.#decider.asItStands(known));
  }
}

/**
 * Creates a buyer's lead intake. It receives each lead's record under the criteria, decides, and
 * saves the decision in the ledger. No lead is paid for twice, no record is accepted for two leads,
 * and nothing that may have been paid for is refused, even if a process dies at any point.
 *
 * @throws `InvalidInputError` naming each invalid option.
 * @example
 * ```ts
 * const intake = createLeadIntake({
 *   client: new ConsentEvidence(),
 *   ledger: sqliteLedger('leads.db'),
 *   criteria: {
 *     schemaVersion: 1,
 *     disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
 *   },
 * });
 * const decision = await intake.take({ leadId: 'L-1', shareUrl, phone: '(212) 555-0147' });
 * ```
 */
export function createLeadIntake<Tx = unknown>(options: LeadIntakeOptions<Tx>): LeadIntake<Tx> {
  return new LeadIntake(intakeSettings(options));
}
