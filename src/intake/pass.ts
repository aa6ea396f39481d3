import type { WebAbortSignal } from '../platform/platform.ts';
import type { LeadDecision } from './decision.ts';
import { heldAs } from './decision-of.ts';
import { type LeadName, nameOf } from './lead.ts';
import type { LedgerEntry } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { type LeadTools, oneLead } from './one-lead.ts';
import { untilAborted } from './until-aborted.ts';

/** The limits of a pass. */
export interface PassLimits {
  readonly limit: number;
  readonly concurrency: number;
  readonly signal?: WebAbortSignal | undefined;
}

/** One pass over the leads that are due. */
export class Pass<Tx> {
  readonly #tools: LeadTools<Tx>;
  readonly #limits: PassLimits;
  /** Leads that become due during this pass are left to the next one, so that the pass ends. */
  readonly #dueBy: number;
  readonly #works: Promise<void>[] = [];
  readonly #decisions: LeadDecision[] = [];
  readonly #sent: LeadName[] = [];
  readonly #inWork = new Map<symbol, LedgerEntry>();
  #begun = 0;
  #failure: { readonly cause: unknown } | undefined;
  #stopped: LeadDecision | undefined;

  constructor(tools: LeadTools<Tx>, limits: PassLimits) {
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
        this.#addWorker();
      } catch (cause) {
        this.#failure ??= { cause };
      }
    }
  }

  /** Works on one lead, and tells whether one was due. */
  async #one(): Promise<boolean> {
    const key = Symbol('lead');
    const decision = await oneLead(this.#tools, {
      dueBy: this.#dueBy,
      signal: this.#limits.signal,
      onLeased: (entry) => {
        this.#inWork.set(key, entry);
        // While the service is down, the first lead alone looks whether it is back.
        if (!this.#tools.settings.health.isDown) this.#addWorker();
      },
      onSent: (entry) => this.#sent.push(nameOf(entry)),
    });
    this.#inWork.delete(key);
    if (decision === 'none') return false;
    if (decision === 'unreadable') return true;
    if (decision.decision === 'fix' && decision.scope === 'account') this.#stopped ??= decision;
    else this.#decisions.push(decision);
    return true;
  }
}
