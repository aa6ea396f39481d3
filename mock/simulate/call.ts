import type { WebAbortSignal } from '../../src/platform/platform.ts';
import { Chance } from './chance.ts';
import type { TimerOwner } from './host-timers.ts';
import type { Waiting } from './patience.ts';
import { CALM, type CallPlan, type RequestTrouble, type SlowStatement } from './plan.ts';
import { NEVER, type SimulatedProcess } from './process.ts';

/** How often a call waits for the clock in the quiet days before its waits are made longer. */
const CALM_WAITS = 200;
/** And before them: an outage can last for hours. */
const EARLIER_WAITS = 2_000;
const LEAST_WAIT_MS = 30_000;
const PAUSES_MS = [0, 0, 1, 3, 10, 40] as const;

function paceOf(ofProcess: Chance, seed: number | undefined): Chance | undefined {
  if (seed === undefined) return ofProcess;
  return seed > 0 ? new Chance(`${seed}`) : undefined;
}

/** One call of the program through one of its doors, or its start, with all that it does. */
export class Call implements TimerOwner {
  readonly process: SimulatedProcess;
  /** The tokens of the receives that it has sent. */
  readonly asked = new Set<string>();
  /** The trouble of its next requests. */
  readonly #troubles: (RequestTrouble | null)[];
  isOver = false;
  /** Set once the world no longer waits for it, not knowing what it waits for. */
  isGivenUp = false;
  /** Called when it begins a job, as it may long after its end. */
  onJob: () => void = () => undefined;
  #waits = 0;
  #timers = 0;
  #jobs = 0;
  #calmWaits = 0;
  #earlierWaits = 0;

  readonly #pace: Chance | undefined;
  readonly #slow: SlowStatement | undefined;
  #statements = 0;

  constructor(process: SimulatedProcess, { requests, pace, slow }: CallPlan = CALM) {
    this.process = process;
    this.#troubles = process.troubles.begin(requests);
    this.#slow = slow;
    this.#pace = process.pace && paceOf(process.pace, pace);
  }

  /**
   * Draws how long it takes until something that it awaits goes on, beside what that takes anyway: with
   * several machines, this decides which of them is first.
   */
  pause(): number {
    return this.#pace?.pick(PAUSES_MS) ?? 0;
  }

  /** Takes the trouble of its next request. Once it is over, those of other calls as well. */
  nextTrouble(): RequestTrouble | null {
    const isBeside = this.isOver && this.#troubles.length === 0;
    return isBeside ? this.process.troubles.takeLeft() : (this.#troubles.shift() ?? null);
  }

  /** Counts a call of a store, and returns by how much that is slow, if it is. */
  nextStatement(): SlowStatement | undefined {
    this.#statements += 1;
    return this.#slow?.at === this.#statements ? this.#slow : undefined;
  }

  get waiting(): Waiting {
    if (this.isGivenUp || !this.process.isAlive) return 'world';
    // Whatever else it waits for: its next step would depend on how fast this machine is.
    if (this.#jobs > 0) return 'job';
    if (this.isOver || this.#waits > 0) return 'world';
    if (this.#timers > 0) return 'timers';
    return this.process.isAnyHeld() ? 'others' : 'unknown';
  }

  /** Whether the world need not watch it before its next job. */
  get isIdle(): boolean {
    return !this.process.isAlive || (this.isOver && this.#jobs === 0);
  }

  beginJob(): () => void {
    this.#jobs += 1;
    this.isGivenUp = false;
    this.onJob();
    return () => {
      this.#jobs -= 1;
    };
  }

  /** Returns a promise that the world settles, but never once the process is dead. */
  hold<T>(
    begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
  ): Promise<T> {
    this.#waits += 1;
    this.process.held += 1;
    this.isGivenUp = false;
    let isHeld = true;
    const once = <V>(settle: (value: V) => void) => {
      return (value: V): void => {
        if (!isHeld || !this.process.isAlive) return;
        isHeld = false;
        this.#waits -= 1;
        this.process.held -= 1;
        settle(value);
      };
    };
    return new Promise<T>((resolve, reject) => {
      begin(once(resolve), once(reject));
    });
  }

  rejected(reason: unknown): void {
    this.process.dieOf(reason);
  }

  sleep(ms: number, signal?: WebAbortSignal): Promise<void> {
    if (!this.process.passes()) return NEVER;
    return this.hold((resolve, reject) => {
      const onAbort = (): void => reject(signal?.reason);
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort);
      this.process.timeline.after(this.#inQuietDays(ms) + this.pause(), () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
    });
  }

  /** A loop that waits a second in each round would run 350,000 times in the quiet days. */
  #inQuietDays(ms: number, isRepeated = false): number {
    const { leastIntervalMs } = this.process;
    const isCalm = leastIntervalMs > 0;
    if (isCalm) this.#calmWaits += 1;
    else this.#earlierWaits += 1;
    if (!isCalm) return this.#earlierWaits > EARLIER_WAITS ? Math.max(ms, LEAST_WAIT_MS) : ms;
    return isRepeated || this.#calmWaits > CALM_WAITS ? Math.max(ms, leastIntervalMs) : ms;
  }

  setTimer(run: () => void, ms: number, isRepeated = false): () => void {
    this.#timers += 1;
    this.process.held += 1;
    this.isGivenUp = false;
    let isSet = true;
    const unset = (): void => {
      if (!isSet) return;
      isSet = false;
      this.#timers -= 1;
      this.process.held -= 1;
    };
    const cancel = this.process.timeline.after(this.#inQuietDays(ms, isRepeated), () => {
      unset();
      if (!this.process.resumes()) return;
      try {
        run();
      } catch (error) {
        this.process.dieOf(error);
      }
    });
    return () => {
      unset();
      cancel();
    };
  }
}

/** Returns the call of this process that `owner` is; otherwise a new one. */
export function callOf(process: SimulatedProcess, owner: TimerOwner | undefined): Call {
  if (owner instanceof Call && owner.process === process) return owner;
  const call = new Call(process);
  call.isOver = true;
  return call;
}
