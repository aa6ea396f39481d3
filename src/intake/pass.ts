import type { WebAbortSignal } from '../platform/platform.ts';
import type { Decider } from './decider.ts';
import type { LeadDecision } from './decision.ts';
import { decisionOf, heldAs } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import type { Keeper } from './keeper.ts';
import { keyOf, type LeadName, nameOf } from './lead.ts';
import { isFinal } from './lead-states.ts';
import { leaseEnd } from './lease-end.ts';
import type { LedgerEntry } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { untilAborted } from './until-aborted.ts';

/** What a pass works with. */
export interface PassTools<Tx> {
  readonly settings: IntakeSettings<Tx>;
  readonly keeper: Keeper<Tx>;
  readonly decider: Decider<Tx>;
}

/** The limits of a pass. */
export interface PassLimits {
  readonly limit: number;
  readonly concurrency: number;
  readonly signal?: WebAbortSignal | undefined;
}

/** One pass over the leads that are due. */
export class Pass<Tx> {
  readonly #tools: PassTools<Tx>;
  readonly #limits: PassLimits;
  /** Leads that become due during this pass are left to the next one, so that the pass ends. */
  readonly #dueBy: number;
  readonly #works: Promise<void>[] = [];
  readonly #decisions: LeadDecision[] = [];
  readonly #sent = new Map<string, LeadName>();
  readonly #inWork = new Map<string, LedgerEntry>();
  #begun = 0;
  #failure: { readonly cause: unknown } | undefined;
  #stopped: LeadDecision | undefined;

  constructor(tools: PassTools<Tx>, limits: PassLimits) {
    this.#tools = tools;
    this.#limits = limits;
    this.#dueBy = tools.settings.clock.now();
  }

  /** Ends only after all its workers have saved their results, or when the signal is aborted. */
  async run(): Promise<LeadDecision[]> {
    // The first worker asks alone: with nothing due, a pass is one short transaction.
    this.#addWorker();
    await untilAborted(this.#allWorks(), this.#limits.signal, () => undefined);
    const decisions = this.#soFar();
    if (this.#failure === undefined) return decisions;
    const { cause } = this.#failure;
    if (cause instanceof LedgerError && decisions.length === 0) throw cause;
    throw new LedgerError('no more leads were leased', {
      cause,
      decisions,
      sent: [...this.#sent.values()],
    });
  }

  #soFar(): LeadDecision[] {
    const working = [...this.#inWork.values()].map((entry) => heldAs(entry, 'STILL_WORKING'));
    const stopped = this.#stopped === undefined ? [] : [this.#stopped];
    return [...this.#decisions, ...working, ...stopped];
  }

  async #allWorks(): Promise<void> {
    for (const each of this.#works) await each;
  }

  #addWorker(): void {
    if (this.#works.length < this.#limits.concurrency) this.#works.push(this.#work());
  }

  async #work(): Promise<void> {
    const { limit, signal } = this.#limits;
    const isOver = (): boolean =>
      this.#begun >= limit || this.#failure !== undefined || this.#stopped !== undefined;
    while (!isOver() && signal?.aborted !== true) {
      this.#begun += 1;
      try {
        if (!(await this.#one())) return;
      } catch (cause) {
        this.#failure ??= { cause };
      }
    }
  }

  /** Works on one lead, and tells whether one was due. */
  async #one(): Promise<boolean> {
    const { settings } = this.#tools;
    let isUnreadable = false;
    await settings.opened();
    const [entry] = await settings.ledger.lease({
      dueBy: this.#dueBy,
      now: settings.clock.now(),
      until: leaseEnd(settings.clock, settings.resumeDeadlineMs),
      limit: 1,
      onUnreadable: (lead, cause) => {
        isUnreadable = true;
        settings.onError(new LedgerError(cause.message, { cause }), lead);
      },
    });
    if (entry === undefined) return isUnreadable;
    this.#addWorker();
    const key = keyOf(entry);
    this.#inWork.set(key, entry);
    const decision = await this.#decide(entry);
    this.#inWork.delete(key);
    if (decision.decision === 'fix' && decision.scope === 'account') this.#stopped ??= decision;
    else this.#decisions.push(decision);
    return true;
  }

  async #decide(entry: LedgerEntry): Promise<LeadDecision> {
    const { settings, keeper, decider } = this.#tools;
    const name = nameOf(entry);
    if (!isFinal(entry.state)) {
      const { resumeDeadlineMs: deadlineMs } = settings;
      const onSent = (): unknown => this.#sent.set(keyOf(name), name);
      return decider.decide(entry, { deadlineMs, signal: this.#limits.signal, onSent });
    }
    await keeper.announce(entry, true).catch((error: unknown) => settings.onError(error, name));
    return decisionOf(entry, true);
  }
}
