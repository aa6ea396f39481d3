import type { WebAbortSignal } from '../platform/platform.ts';
import type { LeadDecision } from './decision.ts';
import { heldAs } from './decision-of.ts';
import { type LeadName, nameOf } from './lead.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { LedgerError } from './ledger-error.ts';
import { type LeadTools, Leasing, oneLead } from './one-lead.ts';
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
  readonly #leasing: Leasing<Tx>;
  /** Leads that become due during this pass are left to the next one, so that the pass ends. */
  readonly #dueBy: number;
  readonly #works = new Set<Promise<void>>();
  readonly #decisions: LeadDecision[] = [];
  readonly #sent: LeadName[] = [];
  readonly #inWork = new Set<LedgerEntry>();
  #begun = 0;
  #failure: { readonly cause: unknown } | undefined;
  #stopped: LeadDecision | undefined;

  constructor(tools: LeadTools<Tx>, limits: PassLimits) {
    this.#tools = tools;
    this.#limits = limits;
    this.#leasing = new Leasing(tools);
    this.#dueBy = tools.settings.clock.now();
  }

  /** Ends only after all its workers have saved their results, or when the signal is aborted. */
  async run(): Promise<LeadDecision[]> {
    await untilAborted(this.#leaseAndWork(), this.#limits.signal, () => undefined);
    const decisions = this.#soFar();
    if (this.#failure === undefined) return decisions;
    const { cause } = this.#failure;
    if (cause instanceof LedgerError && decisions.length === 0) throw cause;
    throw new LedgerError('no more leads were leased', {
      cause,
      decisions,
      sent: [...this.#sent],
    });
  }

  #soFar(): LeadDecision[] {
    const working = [...this.#inWork].map((entry) => heldAs(entry, 'STILL_WORKING'));
    const stopped = this.#stopped === undefined ? [] : [this.#stopped];
    return [...this.#decisions, ...working, ...stopped];
  }

  /** Leases for all who are free, whenever someone is. With nothing due, it is one statement. */
  async #leaseAndWork(): Promise<void> {
    let isEnd = false;
    while (!isEnd && !this.#isOver()) {
      const room = this.#room();
      if (room <= 0) await Promise.race(this.#works);
      else isEnd = await this.#lease(room);
    }
    while (this.#works.size > 0) await Promise.race(this.#works);
  }

  #isOver(): boolean {
    const { limit, signal } = this.#limits;
    const isStopped = this.#failure !== undefined || this.#stopped !== undefined;
    return isStopped || this.#begun >= limit || signal?.aborted === true;
  }

  /** While the service is down, one lead alone looks whether it is back. */
  #room(): number {
    const { limit, concurrency } = this.#limits;
    const workers = this.#tools.settings.health.isDown ? 1 : concurrency;
    return Math.min(workers - this.#works.size, limit - this.#begun);
  }

  /** Leases and begins as many leads, and tells whether they were the last ones. */
  async #lease(room: number): Promise<boolean> {
    try {
      const { entries, count, nothingLeft } = await this.#leasing.next(this.#dueBy, room);
      this.#begun += count;
      for (const entry of entries) {
        const work: Promise<void> = this.#one(entry).finally(() => this.#works.delete(work));
        this.#works.add(work);
      }
      return nothingLeft !== undefined;
    } catch (cause) {
      this.#failure ??= { cause };
      return true;
    }
  }

  async #one(entry: LedgerEntry): Promise<void> {
    this.#inWork.add(entry);
    const { signal } = this.#limits;
    const onSent = (): unknown => this.#sent.push(nameOf(entry));
    try {
      const decision = await oneLead(this.#tools, entry, { signal, onSent });
      if (decision.decision === 'fix' && decision.scope === 'account') this.#stopped ??= decision;
      else this.#decisions.push(decision);
    } catch (cause) {
      this.#failure ??= { cause };
    } finally {
      this.#inWork.delete(entry);
    }
  }
}
