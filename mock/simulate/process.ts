import type { WebAbortSignal } from '../../src/platform.ts';
import type { TimerOwner } from './host-timers.ts';
import type { RequestTrouble } from './plan.ts';
import type { Timeline, Waiting } from './timeline.ts';

/** A promise that never settles. */
export const NEVER = new Promise<never>(() => undefined);

/** One life of the program: from a start to a crash, or to the end of the world. */
export class SimulatedProcess {
  isAlive = true;
  /** The shortest interval of its repeated timers: longer in the quiet days at the end. */
  leastIntervalMs = 0;
  readonly timeline: Timeline;
  /** Resolves when it dies. */
  readonly death: Promise<'died'>;
  #tellDeath: (how: 'died') => void = () => undefined;
  #awaitsLeft: number | null = null;
  #isDoomed = false;
  readonly #onDeath: (error?: unknown) => void;

  constructor(timeline: Timeline, onDeath: (error?: unknown) => void) {
    this.timeline = timeline;
    this.#onDeath = onDeath;
    this.death = new Promise((resolve) => {
      this.#tellDeath = resolve;
    });
  }

  /** Makes the process die at the `awaits`-th await from here; `null`: not at all. */
  arm(awaits: number | null): void {
    this.#awaitsLeft = awaits;
  }

  #isLast(): boolean {
    if (this.#awaitsLeft === null) return false;
    this.#awaitsLeft -= 1;
    if (this.#awaitsLeft > 0) return false;
    this.#awaitsLeft = null;
    return true;
  }

  /**
   * Called when the program does something that others can see. If the process is due to die, it
   * dies at the next await: what it does before that is done. Returns `false` if it dies or is
   * dead.
   */
  passes(): boolean {
    if (!this.isAlive || this.#isDoomed) return false;
    if (!this.#isLast()) return true;
    this.#isDoomed = true;
    queueMicrotask(() => this.die());
    return false;
  }

  /**
   * Called when a waiting program would continue. If the process is due to die, it dies at once.
   * Returns `false` if it dies or is dead.
   */
  resumes(): boolean {
    if (!this.isAlive || this.#isDoomed) return false;
    if (!this.#isLast()) return true;
    this.die();
    return false;
  }

  die(): void {
    this.#end();
  }

  /** Ends the process with an error that no one caught. */
  dieOf(error: unknown): void {
    this.#end(error);
  }

  #end(error?: unknown): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#tellDeath('died');
    this.#onDeath(error);
  }

  /** Ends the process with its world: no death is reported, and nothing of it continues. */
  end(): void {
    this.isAlive = false;
  }
}

/** One call of the program through one of its doors, or its start, with all that it does. */
export class Call implements TimerOwner {
  readonly process: SimulatedProcess;
  /** The trouble of its next requests. */
  readonly troubles: (RequestTrouble | null)[];
  isOver = false;
  /** Set once the world no longer waits for it, not knowing what it waits for. */
  isGivenUp = false;
  /** Called when it begins a job, as it may long after its end. */
  onJob: () => void = () => undefined;
  #waits = 0;
  #timers = 0;
  #jobs = 0;

  constructor(process: SimulatedProcess, troubles: readonly (RequestTrouble | null)[] = []) {
    this.process = process;
    this.troubles = [...troubles];
  }

  get waiting(): Waiting {
    if (this.isGivenUp || !this.process.isAlive) return 'world';
    // Whatever else it waits for: its next step would depend on how fast this machine is.
    if (this.#jobs > 0) return 'unknown';
    if (this.isOver || this.#waits > 0) return 'world';
    return this.#timers > 0 ? 'timers' : 'unknown';
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
    this.isGivenUp = false;
    let isHeld = true;
    const once = <V>(settle: (value: V) => void) => {
      return (value: V): void => {
        if (!isHeld || !this.process.isAlive) return;
        isHeld = false;
        this.#waits -= 1;
        settle(value);
      };
    };
    return new Promise<T>((resolve, reject) => {
      begin(once(resolve), once(reject));
    });
  }

  sleep(ms: number, signal?: WebAbortSignal): Promise<void> {
    if (!this.process.passes()) return NEVER;
    return this.hold((resolve, reject) => {
      const onAbort = (): void => reject(signal?.reason);
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort);
      this.process.timeline.after(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
    });
  }

  setTimer(run: () => void, ms: number, isRepeated = false): () => void {
    this.#timers += 1;
    this.isGivenUp = false;
    let isSet = true;
    const waitMs = isRepeated ? Math.max(ms, this.process.leastIntervalMs) : ms;
    const cancel = this.process.timeline.after(waitMs, () => {
      if (isSet) this.#timers -= 1;
      isSet = false;
      if (!this.process.resumes()) return;
      try {
        run();
      } catch (error) {
        this.process.dieOf(error);
      }
    });
    return () => {
      if (isSet) this.#timers -= 1;
      isSet = false;
      cancel();
    };
  }
}

/** Returns the call of this process that `owner` is; otherwise a new one. */
export function callOf(process: SimulatedProcess, owner: TimerOwner | undefined): Call {
  return owner instanceof Call && owner.process === process ? owner : new Call(process);
}
