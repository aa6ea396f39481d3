import type { CdrListEntry } from '../contract/cdr.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import { Decider } from './decider.ts';
import type { FinalDecision, LeadDecision } from './decision.ts';
import { decisionOf } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import { Keeper } from './keeper.ts';
import { checkLead, checkReference, type Lead, type LeadReference } from './lead.ts';
import { RESUME_OPTIONS, type ResumeOptions, TAKE_OPTIONS, type TakeOptions } from './limits.ts';
import {
  type DecisionsOptions,
  finalDecisions,
  type HeldOptions,
  heldLeads,
  type UndecidedLead,
} from './listing.ts';
import type { LeadTools } from './one-lead.ts';
import { type OrphansOptions, orphansOf } from './orphans.ts';
import { Pass } from './pass.ts';
import { PassTurns } from './pass-turns.ts';
import { type Pruned, type PruneOptions, pruned } from './prune.ts';
import { type LeadReport, type ReportOptions, reportOf } from './report.ts';
import { type SettleOptions, Settler } from './settle.ts';
import { type LeadOfBatch, type TakeAllOptions, type TakenLead, takenOf } from './take-all.ts';
import { Taker } from './taker.ts';
import { Worker, type WorkOptions, workingAlready } from './work.ts';

/**
 * A buyer's lead intake. Create one with {@link createLeadIntake}.
 *
 * @example
 * ```ts
 * const stop = new AbortController();
 * await intake.work({ signal: stop.signal });
 * ```
 */
export class LeadIntake<Tx = unknown> {
  readonly #settings: IntakeSettings<Tx>;
  readonly #tools: LeadTools<Tx>;
  readonly #taker: Taker<Tx>;
  #works = false;

  /** @internal */
  constructor(settings: IntakeSettings<Tx>) {
    this.#settings = settings;
    const keeper = new Keeper(settings);
    const decider = new Decider(settings, keeper);
    const turns = new PassTurns(settings.clock, settings.resumeDeadlineMs);
    this.#tools = { settings, keeper, decider, turns };
    this.#taker = new Taker(this.#tools);
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
   * const decision = await intake.take({ source: 'sunroof', leadId: 'L-1', shareUrl, phone });
   * ```
   */
  async take(lead: Lead, options: TakeOptions = {}): Promise<LeadDecision> {
    const { signal } = checkedOptions(TAKE_OPTIONS, options);
    return this.#taker.take(checkLead(lead), signal);
  }

  /**
   * Continues the leads that are due, on any number of machines at the same time: only one worker
   * holds a lead at a time. A lead that fails does not stop the others. A `fix` with the scope
   * `account` ends the call and is the last decision, because every other lead would get the same.
   * A decision can come more than once, as `onDecision` can be called more than once.
   *
   * A lead whose row cannot be read is reported to `onError`, and the others go on. Passes of one
   * intake never overlap: a call during another one does nothing and returns `[]`.
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
    const pass = () => new Pass(this.#tools, { limit, concurrency, signal }).run();
    return (await this.#tools.turns.run(signal, pass)) ?? [];
  }

  /**
   * Works off the leads that are due, until the signal is aborted: many side by side, up to
   * `concurrency`, and in any number of processes. It begins with few, halves when the service answers
   * with 5xx, 429 or not at all, and adds one for each full round without. When nothing is due, it rests
   * until the next lead is, at most 10 seconds. After a `fix` of the account, or an error of the ledger,
   * which `onError` gets with an empty name, it pauses for a minute. It resolves once the leads
   * already being processed are saved.
   *
   * @throws `InvalidInputError` for an invalid option, a signal that is aborted already, or a second
   * call while this intake works.
   * @example
   * ```ts
   * const stop = new AbortController();
   * const working = intake.work({ signal: stop.signal });
   * process.once('SIGTERM', () => stop.abort());
   * await working;
   * ```
   */
  async work(options: WorkOptions): Promise<void> {
    const worker = new Worker(this.#tools, options);
    if (this.#works) throw workingAlready();
    this.#works = true;
    try {
      await worker.run();
    } finally {
      this.#works = false;
    }
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

  /**
   * Takes many leads, many at a time, and yields each as it ends. The same call again, after a crash or
   * with more leads, ends the rest: no lead is paid for twice. **Each accepted lead is billable.**
   *
   * @param leads any iterable of leads. One that is no lead ends with its error, and stops no other. A
   * member `row` is handed through; any other that a lead does not have is refused.
   * @throws `InvalidInputError` for an invalid option.
   * @example
   * ```ts
   * for await (const { lead, decision, error } of intake.takeAll(batch, { until: 'decided' })) {
   *   console.log(lead.leadId, decision?.decision ?? error);
   * }
   * ```
   */
  takeAll<Given extends LeadOfBatch>(
    leads: Iterable<Given> | AsyncIterable<Given>,
    options: TakeAllOptions = {},
  ): AsyncGenerator<TakenLead<Given>> {
    return takenOf(
      { clock: this.#settings.clock, take: (lead, how) => this.take(lead, how) },
      leads,
      options,
    );
  }

  /**
   * Lists the leads that are not decided, the longest held first. Sends nothing.
   *
   * @throws `InvalidInputError` for an invalid option; any error of the ledger.
   * @example
   * ```ts
   * for await (const { source, leadId, code, act } of intake.held()) {
   *   if (act === 'person') console.log('settle', source, leadId, code);
   * }
   * ```
   */
  held(options: HeldOptions = {}): AsyncGenerator<UndecidedLead> {
    return heldLeads(this.#settings, options);
  }

  /**
   * Closes an undecided lead by a person's word: every held lead has a way out. To accept, the record is
   * read: it must be one of the account, and no other lead's. What came in with the lead is erased, and
   * `onDecision` is called, as with every decision. A lead that is decided already keeps its decision,
   * which is returned as `replayed`.
   *
   * @param lead `{ source, leadId }`, or the `leadId` alone where the source is `''`.
   * @throws `InvalidInputError` at `lead` for one that the ledger does not have, or that a worker holds,
   * with the instant at which it is free; at `cdrId` for a record that is not ours, or another lead's;
   * `LedgerError` if the decision was not saved; any error of the call that reads the record.
   * @example
   * ```ts
   * const lead = { source: 'sunroof', leadId: 'L-1' };
   * await intake.settle(lead, { decision: 'refuse', reason: 'the link was reported', by: 'ann' });
   * ```
   */
  async settle(lead: LeadReference, options: SettleOptions): Promise<FinalDecision> {
    return new Settler(this.#tools).settle(checkReference(lead), options);
  }

  /**
   * Lists the final decisions, the oldest first. Sends nothing. Pruned leads are not in it.
   *
   * @throws `InvalidInputError` for an invalid option; any error of the ledger.
   * @example
   * ```ts
   * const from = Date.parse('2026-01-01');
   * for await (const { leadId, decision, charge } of intake.decisions({ from })) {
   *   console.log(leadId, decision, charge);
   * }
   * ```
   */
  decisions(options: DecisionsOptions = {}): AsyncGenerator<FinalDecision> {
    return finalDecisions(this.#settings, options);
  }

  /**
   * Counts what the ledger has for a period: what was taken, accepted, refused and by which code, and
   * what the service may have charged for it. Decided leads count at the instant of their decision,
   * undecided ones at that of their first take. Days are UTC's. Sends nothing.
   *
   * @throws `InvalidInputError` for an invalid option; any error of the ledger.
   * @example
   * ```ts
   * const { total, groups } = await intake.report({ from: Date.parse('2026-01-01'), by: 'source' });
   * console.log(total.charges.most, groups);
   * ```
   */
  async report(options: ReportOptions): Promise<LeadReport> {
    return reportOf(this.#settings, options);
  }

  /**
   * Makes the ledger smaller: of leads that were decided long ago, it keeps only what tells them, their
   * shares and their records apart: names, digests, the decision and its `cdrId`. After 2 years, when no
   * share can live any more (spec §4.5), leads that were not accepted are deleted, and after 5 years,
   * when the record is gone (spec §8), accepted ones too.
   *
   * @throws `InvalidInputError` for an invalid option; any error of the ledger.
   * @example
   * ```ts
   * const { pruned } = await intake.prune({ decidedBefore: Date.parse('2025-01-01') });
   * ```
   */
  async prune(options: PruneOptions): Promise<Pruned> {
    return pruned(this.#settings, options);
  }
}
