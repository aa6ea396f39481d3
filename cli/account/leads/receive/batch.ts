import { isConsentEvidenceError } from '../../../../src/errors/consent-evidence-error.ts';
import {
  type LeadDecision,
  type LeadIntake,
  type Ledger,
  type LedgerEntry,
  LedgerError,
  type TakenLead,
} from '../../../../src/intake/index.ts';
import type { RowLead } from './plan-rows.ts';

/** How a lead of the file ended, or why it was not taken. */
export type LeadEnd =
  | { readonly decision: LeadDecision }
  | { readonly error: Error }
  | { readonly notTaken: 'MAX_RECEIVES' | 'INTERRUPTED' | 'STOPPED' };

/** What a batch works with. */
export interface BatchTools {
  readonly intake: LeadIntake;
  readonly ledger: Ledger;
  /** The most leads of the file that are ever sent, over all runs. */
  readonly maxReceives: number;
  /** How long held leads are waited for at the end, in milliseconds. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (batch: Batch) => void;
}

const CONCURRENCY = 8;

/** Whether a receive was sent for the lead, or could have been. */
const isSent = (entry: LedgerEntry | undefined): boolean =>
  entry !== undefined && entry.handSince !== null;

const isHeld = (end: LeadEnd | undefined): boolean =>
  end !== undefined && 'decision' in end && ['hold', 'fix'].includes(end.decision.decision);

/**
 * Takes the leads of a file. The ledger says which of them were sent before, so the bound holds over all
 * runs, and a run that was killed is continued by the next one.
 */
export class Batch {
  readonly #tools: BatchTools;
  readonly #leads: readonly RowLead[];
  readonly #stopped = new AbortController();
  readonly ends = new Map<string, LeadEnd>();
  /** How many leads of the file were sent, in this run or before. */
  sent = 0;
  /** Why the account keeps every lead from being decided. */
  stoppedBy: string | undefined;

  constructor(tools: BatchTools, leads: readonly RowLead[]) {
    this.#tools = tools;
    this.#leads = leads;
  }

  get size(): number {
    return this.#leads.length;
  }

  async run(): Promise<void> {
    const { known, others } = await this.#look();
    await this.#takeOnce(known);
    let left = others;
    while (left.length > 0 && !this.#isOver()) {
      const free = this.#tools.maxReceives - this.sent;
      if (free <= 0) break;
      const now = left.slice(0, free);
      left = left.slice(free);
      this.sent += now.length;
      await this.#takeOnce(now);
      await this.#release(now);
    }
    const held = this.#leads.filter(({ leadId }) => isHeld(this.ends.get(leadId)));
    if (!this.#isOver()) await this.#waitFor(held);
    await this.#close();
  }

  #isOver(): boolean {
    return this.#tools.signal.aborted || this.#stopped.signal.aborted;
  }

  /** Tells the leads that may go on from those that would be sent for the first time. */
  async #look(): Promise<{ known: RowLead[]; others: RowLead[] }> {
    const known: RowLead[] = [];
    const others: RowLead[] = [];
    for (const lead of this.#leads) {
      if (this.#tools.signal.aborted) break;
      const entry = await this.#tools.ledger.get(lead);
      if (isSent(entry)) this.sent += 1;
      (entry === undefined ? others : known).push(lead);
    }
    return { known, others };
  }

  /** Until it is over: what is in work then ends by its deadline. */
  *#untilOver(leads: readonly RowLead[]): Generator<RowLead> {
    for (const lead of leads) {
      if (this.#isOver()) return;
      yield lead;
    }
  }

  async #takeOnce(leads: readonly RowLead[]): Promise<void> {
    const options = { concurrency: CONCURRENCY };
    await this.#ended(this.#tools.intake.takeAll(this.#untilOver(leads), options));
  }

  async #waitFor(leads: readonly RowLead[]): Promise<void> {
    const { intake, waitMs, signal } = this.#tools;
    const either = AbortSignal.any([signal, this.#stopped.signal]);
    const options = { concurrency: CONCURRENCY, until: 'decided', waitMs, signal: either } as const;
    await this.#ended(intake.takeAll(leads, options));
  }

  async #ended(taken: AsyncIterable<TakenLead<RowLead>>): Promise<void> {
    for await (const { lead, decision, error } of taken) {
      if (decision === undefined) this.#failed(lead, error);
      else this.#decided(lead, decision);
      this.#tools.onProgress(this);
    }
  }

  #decided({ leadId }: RowLead, decision: LeadDecision): void {
    this.ends.set(leadId, { decision });
    if (decision.decision !== 'fix' || decision.scope !== 'account') return;
    this.stoppedBy ??= `${decision.code}: ${decision.message}`;
    this.#stopped.abort();
  }

  #failed({ leadId }: RowLead, error: unknown): void {
    if (!isConsentEvidenceError(error)) throw error;
    if (error instanceof LedgerError && !this.#isOver()) throw error;
    if (!(error instanceof LedgerError)) this.ends.set(leadId, { error });
  }

  /** A lead that turned out not to be sent, such as a duplicate, takes no place. */
  async #release(leads: readonly RowLead[]): Promise<void> {
    for (const lead of leads) if (!isSent(await this.#tools.ledger.get(lead))) this.sent -= 1;
  }

  /** Gives each lead that has no end what the ledger says of it, or why it was not taken. */
  async #close(): Promise<void> {
    const { intake, signal } = this.#tools;
    const why = signal.aborted ? 'INTERRUPTED' : this.#isOver() ? 'STOPPED' : 'MAX_RECEIVES';
    for (const { source, leadId } of this.#leads) {
      if (this.ends.has(leadId)) continue;
      const decision = await intake.get({ source, leadId });
      this.ends.set(leadId, decision === undefined ? { notTaken: why } : { decision });
    }
  }
}
