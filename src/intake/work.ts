import { checkedOptions } from '../errors/checked-options.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { required, signalKind, told, wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { systemClock } from '../platform/clock.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { LeadDecision } from './decision.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { LedgerError } from './ledger-error.ts';
import { type LeadTools, type LeasedLeads, Leasing, oneLead } from './one-lead.ts';

/** Options of `work`. */
export interface WorkOptions {
  /** Ends the work: nothing more is begun, and the leads already being processed are saved first. */
  readonly signal: WebAbortSignal;
  /** The most leads in work at the same time, 1 to 256. Default: 32. */
  readonly concurrency?: number | undefined;
  /** Called with what each lead came to. Errors that it throws, or rejects with, are ignored. */
  readonly onAnswer?: ((decision: LeadDecision) => void) | undefined;
}

const OPTIONS = (): OptionTable<WorkOptions> => ({
  signal: required(signalKind),
  concurrency: wholeNumber(1, 256),
  onAnswer: told,
});

const CONCURRENCY = 32;
/** How many leads are in work at the beginning, and again after a rest. */
const BEGIN_WITH = 4;
/** A worker may be in work for this share of its time at the least, and gains as much by a success. */
const LEAST_WORKERS = 1 / 64;
const SLOW_STEP = 1 / 16;
/** What a call is taken to last at least, when a pause is measured by it. */
const SHORTEST_TURN_MS = 100;
/** Other processes may make leads due: so often the ledger is asked, even if nothing is due here. */
const LONGEST_REST_MS = 10_000;
const SHORTEST_REST_MS = 250;
/** After a `fix` of the account, or an error of the ledger: what every lead would get. */
const PAUSE_MS = 60_000;

const alreadyAborted = ({ signal }: Partial<WorkOptions>): Issue[] =>
  signal?.aborted === true
    ? [{ path: 'signal', message: 'expected a signal that is not aborted' }]
    : [];

/** Works off what is due, until the signal is aborted. */
export class Worker<Tx> {
  readonly #tools: LeadTools<Tx>;
  readonly #signal: WebAbortSignal;
  readonly #most: number;
  readonly #onAnswer: (decision: LeadDecision) => void;
  /**
   * How many leads may be in work: halved by trouble, one more after each full round without. Below
   * one, a lead is in work for that share of the time.
   */
  #limit: number;
  #successes = 0;
  #inWork = 0;
  /** How long to pause once what is in work has ended, if something was wrong. */
  #pauseMs: number | undefined;
  /** Trouble among leads that were begun before the last halving does not halve again. */
  #untilHalving = 0;

  /** @throws `InvalidInputError` for an invalid option, or a signal that is aborted already. */
  constructor(tools: LeadTools<Tx>, given: WorkOptions) {
    const options = checkedOptions(OPTIONS, given, { also: alreadyAborted });
    this.#tools = tools;
    this.#signal = options.signal;
    this.#most = options.concurrency ?? CONCURRENCY;
    this.#limit = Math.min(BEGIN_WITH, this.#most);
    const { onAnswer } = options;
    this.#onAnswer = (decision) => void ignoringErrors(() => onAnswer?.(decision));
  }

  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      const restMs = await this.#tools.turns.run(this.#signal, () => this.#drained());
      // A single pass may be running: then it looks again soon.
      if (!this.#signal.aborted) await this.#rest(restMs ?? SHORTEST_REST_MS);
    }
  }

  async #rest(ms: number): Promise<void> {
    try {
      await this.#tools.settings.clock.sleep(ms, this.#signal);
    } catch {
      // Aborted: the loop ends.
    }
  }

  /** Below one worker, the time after a lead in which none is in work. */
  #pace(tookMs: number): Promise<void> | undefined {
    if (this.#limit >= 1) return undefined;
    const idleMs = Math.max(tookMs, SHORTEST_TURN_MS) * (1 / this.#limit - 1);
    return this.#rest(Math.min(idleMs, LONGEST_REST_MS));
  }

  /** Works until nothing is due, and returns how long to rest then. */
  async #drained(): Promise<number> {
    const leasing = new Leasing(this.#tools);
    const running = new Set<Promise<void>>();
    this.#pauseMs = undefined;
    let isEmpty = false;
    const room = (): number => {
      const isOver = isEmpty || this.#pauseMs !== undefined || this.#signal.aborted;
      return isOver ? 0 : this.#room() - running.size;
    };
    while (running.size > 0 || room() > 0) {
      const free = room();
      if (free <= 0) {
        // A lead that hangs keeps its place, and no other from being taken up.
        const hasEnded = await this.#anEnd(running);
        isEmpty &&= hasEnded;
        continue;
      }
      const { entries, nothingLeft } = await this.#leased(leasing, free);
      // What has become due again lies below: at the end, one look from the beginning.
      isEmpty = nothingLeft === 'all';
      for (const entry of entries) {
        const one: Promise<void> = this.#one(entry).finally(() => running.delete(one));
        running.add(one);
      }
    }
    return this.#pauseMs ?? (await this.#restMs().catch(() => PAUSE_MS));
  }

  /**
   * Waits for the first of some leads to end, and tells whether one did before a rest was over: in real
   * time, as what hangs does. A fake's clock would be moved by the wait itself.
   */
  async #anEnd(running: Iterable<Promise<void>>): Promise<boolean> {
    const over = new AbortController();
    const rest = systemClock.sleep(LONGEST_REST_MS, over.signal);
    const ended = Promise.race(running).then(() => true);
    const rested = rest.then(
      () => false,
      () => true,
    );
    try {
      return await Promise.race([ended, rested]);
    } finally {
      over.abort();
    }
  }

  async #leased(leasing: Leasing<Tx>, free: number): Promise<Omit<LeasedLeads, 'count'>> {
    try {
      return await leasing.next(this.#tools.settings.clock.now(), free);
    } catch (cause) {
      this.#failed(cause);
      return { entries: [] };
    }
  }

  #failed(cause: unknown): void {
    this.#pauseMs = PAUSE_MS;
    const error =
      cause instanceof LedgerError ? cause : new LedgerError('no lead was leased', { cause });
    this.#tools.settings.onError(error, { source: '', leadId: '' });
  }

  /** While the service is down, one lead looks whether it is back, when it may. */
  #room(): number {
    const { clock, health } = this.#tools.settings;
    if (!health.isDown) return Math.max(1, Math.floor(this.#limit));
    return clock.now() >= health.lookAt ? 1 : 0;
  }

  /** Until the next lead is due, or until one may look for the service. */
  async #restMs(): Promise<number> {
    const { clock, health, ledger } = this.#tools.settings;
    const next = health.isDown ? health.lookAt : await ledger.nextDue();
    const restMs = (next ?? Infinity) - clock.now();
    return Math.min(Math.max(restMs, SHORTEST_REST_MS), LONGEST_REST_MS);
  }

  async #one(entry: LedgerEntry): Promise<void> {
    const { clock } = this.#tools.settings;
    const begunAt = clock.now();
    let hadTrouble = false;
    this.#inWork += 1;
    try {
      const answer = await oneLead(this.#tools, entry, {
        signal: this.#signal,
        onTrouble: () => (hadTrouble = true),
        maxRetries: 0, // the ledger repeats it, when its turn comes
      });
      this.#adjust(hadTrouble);
      this.#onAnswer(answer);
      if (answer.decision === 'fix' && answer.scope === 'account') this.#pauseMs = PAUSE_MS;
      await this.#pace(clock.now() - begunAt);
    } catch (cause) {
      this.#failed(cause);
    } finally {
      this.#inWork -= 1;
    }
  }

  #adjust(hadTrouble: boolean): void {
    if (this.#untilHalving > 0) this.#untilHalving -= 1;
    if (hadTrouble) {
      this.#successes = 0;
      if (this.#untilHalving > 0) return;
      this.#limit = Math.max(LEAST_WORKERS, this.#limit / 2);
      this.#untilHalving = this.#inWork;
      return;
    }
    this.#successes += 1;
    if (this.#successes < Math.floor(this.#limit)) return;
    this.#successes = 0;
    this.#limit = this.#limit < 1 ? Math.min(1, this.#limit + SLOW_STEP) : this.#limit + 1;
    this.#limit = Math.min(this.#limit, this.#most);
  }
}

/** The error of a second `work` on one intake. */
export const workingAlready = (): Error =>
  invalidInput('work', 'expected one call at a time: this intake is working already');
