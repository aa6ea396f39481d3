/* eslint-disable no-restricted-syntax -- the Date that is asked is the test's own, which these move */
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { CoreOutcome } from '../../api/core-message.ts';
import type { Engine } from '../../engine/engine.ts';

/**
 * The part of vitest's `vi`, or of `jest`, that `setupMockServer` uses: its fake timers.
 *
 * @example
 * ```ts
 * const server = setupMockServer(mock, { timers: vi });
 * ```
 */
export interface TestTimers {
  /** Replaces some globals with fakes. vitest reads `toFake`, Jest reads `doNotFake`. */
  useFakeTimers(config: {
    /** The names of the globals to replace. */
    toFake: ('Date' | 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval')[];
    /** The names of all others, which stay real. */
    doNotFake: (
      | ('nextTick' | 'queueMicrotask' | 'setImmediate' | 'clearImmediate' | 'hrtime')
      | ('performance' | 'requestAnimationFrame' | 'cancelAnimationFrame')
      | ('requestIdleCallback' | 'cancelIdleCallback')
    )[];
    /** The initial time of `Date`, in Unix milliseconds. */
    now: number;
  }): unknown;
  /** Restores the globals. */
  useRealTimers(): unknown;
  /** Returns the number of pending timers. */
  getTimerCount(): number;
  /** Advances by `ms` milliseconds and fires the timers that fall due, in order. */
  advanceTimersByTime(ms: number): unknown;
  /** Advances to the next timer and fires it. */
  advanceTimersToNextTimer(): unknown;
}

const STAY_REAL: Parameters<TestTimers['useFakeTimers']>[0]['doNotFake'] = [
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'hrtime',
  'performance',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
];

/**
 * MSW and the client's own steps take turns on the event loop; both are done after this many turns.
 */
const SETTLED_TURNS = 50;
/** How long code may do other work before it waits, counted in looks of `LOOK_MS`. */
const LOOKS_MAX = 400;
const LOOK_MS = 5;
/** Longer than any pause between attempts. After this long, no client is about to try again. */
const PAUSE_MAX_MS = 60_000;

const EXPECTED = 'expected the "vi" of vitest, the "jest" of Jest, or "mock.timers" of node:test';

/** What a request needs to get on. */
function stepsOfRequests(): unknown[] {
  const { setImmediate, queueMicrotask } = globalThis;
  return [setImmediate, queueMicrotask];
}

function isWaitedOut(outcome: CoreOutcome): boolean {
  if (outcome === 'drop') return true;
  return outcome.status === 202 || outcome.status === 429 || outcome.status >= 500;
}

function retryAfterMs(outcome: CoreOutcome): number {
  const seconds = outcome === 'drop' ? 0 : Number(outcome.headers['retry-after'] ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

/**
 * Keeps a test's `Date` and `setTimeout` on the world's time: when the world's clock moves, they
 * move with it. After an answer that clients wait out, the timers move the world instead, one at a
 * time, until the next request. They never move otherwise.
 */
export class TestClock {
  readonly #engine: Engine;
  readonly #timers: TestTimers;
  #isOn = false;
  #stopFollowing: () => void = () => undefined;
  #open = 0;
  /** Answers that a client may be waiting out. */
  #owed = 0;
  #limit = 0;
  #isDriving = false;
  #realSetTimeout = globalThis.setTimeout;

  /** @throws InvalidInputError if `timers` are not fake timers, or if the clock is running. */
  constructor(engine: Engine, timers: TestTimers) {
    const methods = ['useFakeTimers', 'useRealTimers', 'getTimerCount'] as const;
    if (
      methods.some((name) => typeof (timers as Partial<TestTimers> | null)?.[name] !== 'function')
    ) {
      throw invalidInput('timers', EXPECTED);
    }
    if (engine.clock.running) {
      throw invalidInput('timers', 'needs a stopped clock: createMockService({ now })');
    }
    this.#engine = engine;
    this.#timers = timers;
  }

  /** @throws InvalidInputError if the timers do not leave alone what requests need. */
  start(): void {
    if (this.#isOn) return;
    this.#realSetTimeout = globalThis.setTimeout;
    const steps = stepsOfRequests();
    this.#timers.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      doNotFake: STAY_REAL,
      now: this.#engine.clock.now(),
    });
    // Others replace these whatever they are told, as Jest's legacy timers do: no request would be answered.
    if (stepsOfRequests().some((step, index) => step !== steps[index])) {
      this.#timers.useRealTimers();
      throw invalidInput('timers', `${EXPECTED}, without setImmediate and queueMicrotask`);
    }
    this.#isOn = true;
    this.#stopFollowing = this.#engine.clock.onMoved((now, isSet) => this.#follow(now, isSet));
  }

  stop(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#owed = 0;
    this.#stopFollowing();
    this.#timers.useRealTimers();
  }

  /** Runs `answer`, and starts to move the timers if clients would wait the answer out. */
  async watch(answer: () => Promise<CoreOutcome>): Promise<CoreOutcome> {
    this.#owed = Math.max(0, this.#owed - 1);
    this.#open += 1;
    const outcome = await answer().finally(() => (this.#open -= 1));
    if (this.#isOn && isWaitedOut(outcome)) {
      this.#owed += 1;
      this.#limit = this.#engine.clock.now() + retryAfterMs(outcome) + PAUSE_MAX_MS;
      if (!this.#isDriving) void this.#drive();
    }
    return outcome;
  }

  /** A restored world has a different time, which timers of the previous one cannot wait for. */
  #follow(now: number, isSet: boolean): void {
    if (isSet) {
      this.stop();
      this.start();
      return;
    }
    const ahead = now - Date.now();
    if (ahead > 0) this.#timers.advanceTimersByTime(ahead);
  }

  async #drive(): Promise<void> {
    this.#isDriving = true;
    const { clock } = this.#engine;
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      await this.#settled();
      if (this.#owed === 0 || clock.now() >= this.#limit) break;
      if (this.#open > 0 || this.#timers.getTimerCount() === 0) {
        await this.#look();
        continue;
      }
      looks = 0;
      this.#timers.advanceTimersToNextTimer();
      await clock.sleep(Math.max(0, Date.now() - clock.now()));
    }
    this.#isDriving = false;
  }

  #look(): Promise<void> {
    return new Promise((resolve) => {
      this.#realSetTimeout.call(globalThis, resolve, LOOK_MS);
    });
  }

  async #settled(): Promise<void> {
    // Jest's environments with a DOM have no `setImmediate`.
    const { setImmediate } = globalThis as Partial<typeof globalThis>;
    const next: (then: (value: unknown) => void) => unknown = setImmediate ?? this.#realSetTimeout;
    for (let turn = 0; turn < SETTLED_TURNS; turn += 1) {
      await new Promise((resolve) => next.call(globalThis, resolve));
    }
  }
}
