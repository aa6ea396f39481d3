import { UNIT_MS } from '../contract/limits.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { oneOf, signalKind, wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { unknownOptions } from '../options/unknown-options.ts';
import type { Clock } from '../platform/clock.ts';
import { onAbort } from '../platform/on-abort.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { LeadDecision } from './decision.ts';
import type { Lead } from './lead.ts';

/** A lead of a batch. */
export interface LeadOfBatch extends Lead {
  /** Anything of your own that comes back with the decision, such as the row of a file. */
  readonly row?: unknown;
}

/** Options of `takeAll`. */
export interface TakeAllOptions {
  /** How many leads are in work at the same time, 1 to 64. Default: 16. */
  readonly concurrency?: number | undefined;
  /**
   * `answered`: a lead ends with its first answer, which may be `hold`. `decided`: a held lead is taken
   * again when it is due, up to `waitMs`. Default: `answered`.
   */
  readonly until?: 'answered' | 'decided' | undefined;
  /** With `decided`: how long a lead is waited for, in milliseconds, at most 7 days. Default: 1 hour. */
  readonly waitMs?: number | undefined;
  /** Takes no further lead, and ends the waits. What is in work ends as `take` does. */
  readonly signal?: WebAbortSignal | undefined;
}

/** How one lead of a batch ended: with a decision, or with the error of its `take`. */
export type TakenLead<Given extends LeadOfBatch = LeadOfBatch> =
  | DecidedOfBatch<Given>
  | FailedOfBatch<Given>;

/** A lead of a batch that came to a decision, which may be `hold`. */
export interface DecidedOfBatch<Given extends LeadOfBatch = LeadOfBatch> {
  /** The lead as it was given. */
  readonly lead: Given;
  /** What `take` decided. */
  readonly decision: LeadDecision;
  /** There is none. */
  readonly error?: never;
}

/** A lead of a batch whose `take` rejected. */
export interface FailedOfBatch<Given extends LeadOfBatch = LeadOfBatch> {
  /** The lead as it was given. */
  readonly lead: Given;
  /** The error of its `take`. */
  readonly error: unknown;
  /** There is none. */
  readonly decision?: never;
}

const OPTIONS = (): OptionTable<TakeAllOptions> => ({
  concurrency: wholeNumber(1, 64),
  until: oneOf('answered', 'decided'),
  waitMs: wholeNumber(0, 7 * UNIT_MS.days, 'milliseconds'),
  signal: signalKind,
});

const isDecided = ({ decision }: LeadDecision): boolean =>
  decision !== 'hold' && decision !== 'fix';

const MEMBERS = ['source', 'leadId', 'shareUrl', 'phone', 'data', 'row'];

/** The most leads that wait for their next attempt; then no further one is begun. */
const WAITING_MAX = 10_000;
/** A lead that a dead worker holds is due only when its lease has ended. */
const LEAST_PAUSE_MS = 1_000;

/** What `takeAll` works with. */
export interface BatchTools {
  readonly clock: Clock;
  take(lead: Lead, options: { signal?: WebAbortSignal | undefined }): Promise<LeadDecision>;
}

/** The lead as `take` gets it. A member that no lead has is refused: it may be a misspelt one. */
function withoutRow(lead: LeadOfBatch): Lead {
  if (typeof lead !== 'object' || (lead as unknown) === null) return lead;
  const issues = unknownOptions(lead, MEMBERS);
  if (issues.length > 0) throw new InvalidInputError(issues);
  const { row: _, ...plain } = lead;
  return plain;
}

/** One batch of leads, many in work at a time. */
class Batch<Given extends LeadOfBatch> {
  readonly #tools: BatchTools;
  readonly #limits: { concurrency: number; isPatient: boolean; waitMs: number };
  readonly #signal: WebAbortSignal | undefined;
  readonly #ended: TakenLead<Given>[] = [];
  /** Aborted by the caller's signal, or when no one reads on. */
  readonly #over = new AbortController();
  readonly #queue: (() => void)[] = [];
  #inWork = 0;
  /** Leads that were begun and are not in work: they wait for their next attempt. */
  #waiting = 0;
  #wake: () => void = () => undefined;

  constructor(tools: BatchTools, options: TakeAllOptions) {
    const { concurrency = 16, until = 'answered', waitMs = UNIT_MS.hours, signal } = options;
    this.#tools = tools;
    this.#limits = { concurrency, isPatient: until === 'decided', waitMs };
    this.#signal = signal;
  }

  async *run(leads: Iterable<Given> | AsyncIterable<Given>): AsyncGenerator<TakenLead<Given>> {
    const source =
      Symbol.asyncIterator in leads ? leads[Symbol.asyncIterator]() : leads[Symbol.iterator]();
    const letGo = this.#signal && onAbort(this.#signal, () => this.#end());
    if (this.#signal?.aborted === true) this.#end();
    let isOver = false;
    try {
      for (;;) {
        while (!isOver && this.#hasRoom()) {
          const next = await source.next();
          isOver = next.done === true;
          if (next.done !== true) void this.#one(next.value);
        }
        yield* this.#ended.splice(0);
        if (this.#over.signal.aborted) isOver = true;
        if (isOver && this.#inWork + this.#waiting + this.#ended.length === 0) return;
        if (this.#ended.length === 0 && !(this.#hasRoom() && !isOver)) await this.#change();
      }
    } finally {
      letGo?.();
      this.#end();
      await source.return?.();
    }
  }

  #end(): void {
    this.#over.abort();
    this.#wake();
  }

  #hasRoom(): boolean {
    const { concurrency } = this.#limits;
    const isFull = this.#inWork >= concurrency || this.#waiting >= WAITING_MAX;
    return !isFull && this.#ended.length < concurrency && !this.#over.signal.aborted;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #one(lead: Given): Promise<void> {
    const { waitMs, isPatient } = this.#limits;
    const { clock } = this.#tools;
    const endsAt = clock.now() + waitMs;
    try {
      let decision = await this.#take(lead);
      for (;;) {
        if (!isPatient || isDecided(decision) || !('nextAttemptAt' in decision)) break;
        const pause = Math.max(decision.nextAttemptAt - clock.now(), LEAST_PAUSE_MS);
        if (clock.now() + pause > endsAt || !(await this.#waited(pause))) break;
        decision = await this.#take(lead);
      }
      this.#ended.push({ lead, decision });
    } catch (error) {
      this.#ended.push({ lead, error });
    }
    this.#wake();
  }

  async #take(lead: Given): Promise<LeadDecision> {
    const { concurrency } = this.#limits;
    while (this.#inWork >= concurrency) await new Promise<void>((go) => this.#queue.push(go));
    this.#inWork += 1;
    try {
      return await this.#tools.take(withoutRow(lead), { signal: this.#signal });
    } finally {
      this.#inWork -= 1;
      this.#queue.shift()?.();
    }
  }

  /** Waits without a place among those in work, and tells whether the time was waited out. */
  async #waited(ms: number): Promise<boolean> {
    this.#waiting += 1;
    this.#wake();
    try {
      await this.#tools.clock.sleep(ms, this.#over.signal);
      return true;
    } catch {
      return false;
    } finally {
      this.#waiting -= 1;
    }
  }
}

/** Takes all leads, many at a time, and yields each as it ends. */
export function takenOf<Given extends LeadOfBatch>(
  tools: BatchTools,
  leads: Iterable<Given> | AsyncIterable<Given>,
  given: TakeAllOptions,
): AsyncGenerator<TakenLead<Given>> {
  return new Batch<Given>(tools, checkedOptions(OPTIONS, given)).run(leads);
}
