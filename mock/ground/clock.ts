import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { bindMethods } from '../../src/platform/bind-methods.ts';
import { type Clock, systemClock, TIMER_MAX_MS } from '../../src/platform/clock.ts';
import type { WebAbortSignal } from '../../src/platform/platform.ts';
import { DURATION_EXPECTED, type Duration, millisecondsOf } from './duration.ts';
import { instantAfter } from './instant-after.ts';

/**
 * The fake's clock: expiry, age, rendering and webhook retries all run on it.
 *
 * @example
 * ```ts
 * await mock.clock.advance({ minutes: 5 });
 * ```
 */
export interface MockClock extends Clock {
  /**
   * Moves the time forward and does, in order, what falls due on the way: renders records, sends
   * and retries deliveries. Resolves when all of it is done. Do not await it in a webhook receiver:
   * it waits for the receiver, so both would hang. Use `sleep` there.
   *
   * @param duration milliseconds, or `{ days, hours, minutes, seconds }`. 0 does what is due now. A
   * part of a millisecond counts as a whole one.
   * @throws `InvalidInputError` for a negative duration.
   */
  advance(duration: Duration): Promise<void>;
}

/** What falls due as time passes. */
export interface Agenda {
  /** When the next thing is due; `undefined` if nothing is. */
  nextDueAt(): number | undefined;
  /** Does the thing that is due first. */
  runNext(): Promise<void>;
  /** Finishes at once every rendering that is due by `now`. */
  settleRenders(now: number): void;
}

/** A receiver that creates new work at every delivery would keep an `advance` busy forever. */
const EVENTS_PER_ADVANCE_MAX = 100_000;

/** The last instant that a `Date` can hold: no header and no message could show a later time. */
const INSTANT_MAX = 8_640_000_000_000_000;

interface Waiter {
  readonly at: number;
  readonly wake: () => void;
}

/** Where the clock keeps the time of a world whose clock stands still. */
export interface TimeState {
  now: number;
}

/**
 * The clock behind `mock.clock`: it stands still until it is moved, or runs at the platform's
 * speed.
 */
export class WorldClock implements MockClock {
  readonly #state: () => TimeState;
  readonly #agenda: Agenda;
  readonly #wallNow: () => number;
  /**
   * How far a running clock is ahead of the wall clock, in milliseconds; `null` if the clock stands
   * still.
   */
  #aheadMs: number | null;
  #queue: Promise<unknown> = Promise.resolve();
  #advancing = false;
  /** Counts the worlds: work begun in one does not move the time of the next. */
  #era = 0;
  #waiters = new Set<Waiter>();
  #alarm: ReturnType<typeof setTimeout> | undefined;
  readonly #followers = new Set<(now: number, isSet: boolean) => void>();

  constructor(options: {
    /** The time at which a running clock starts; `null`: the clock stands still. */
    runsFrom: number | null;
    state: () => TimeState;
    agenda: Agenda;
    wallNow: () => number;
  }) {
    this.#state = options.state;
    this.#agenda = options.agenda;
    this.#wallNow = options.wallNow;
    this.#aheadMs = options.runsFrom === null ? null : options.runsFrom - options.wallNow();
    bindMethods(this);
  }

  get running(): boolean {
    return this.#aheadMs !== null;
  }

  now(): number {
    return this.#aheadMs === null ? this.#state().now : this.#wallNow() + this.#aheadMs;
  }

  advance(duration: Duration): Promise<void> {
    const ms = millisecondsOf(duration);
    if (!(ms >= 0 && this.now() + ms <= INSTANT_MAX)) {
      const expected = `${DURATION_EXPECTED}, up to a time that a Date can represent`;
      return Promise.reject(invalidInput('duration', expected));
    }
    return this.#enqueue(() => this.#runTo(instantAfter(this.now(), ms)));
  }

  async sleep(ms: number, signal?: WebAbortSignal): Promise<void> {
    if (this.#aheadMs !== null) return systemClock.sleep(ms, signal);
    if (signal?.aborted) throw signal.reason;
    const target = instantAfter(this.now(), ms);
    if (!(target <= INSTANT_MAX)) {
      throw invalidInput('ms', 'expected milliseconds, up to a time that a Date can represent');
    }
    if (this.#advancing) {
      // This may be inside a delivery that the running advance waits for: join that advance.
      this.#moveTo(target);
      this.#agenda.settleRenders(this.now());
      await Promise.resolve();
    } else {
      await this.#enqueue(() => this.#runTo(target));
    }
    if (signal?.aborted) throw signal.reason;
  }

  /**
   * Resolves once the world's time has reached `at`; if the clock stands still, once it is moved
   * there.
   */
  until(at: number): Promise<void> {
    if (this.now() >= at) return Promise.resolve();
    if (this.#aheadMs !== null) return systemClock.sleep(at - this.now());
    return new Promise((resolve) => {
      const waiter: Waiter = {
        at,
        wake: () => {
          this.#waiters.delete(waiter);
          resolve();
        },
      };
      this.#waiters.add(waiter);
    });
  }

  /** Calls `follow` each time the clock is moved or set, until the returned function is called. */
  onMoved(follow: (now: number, isSet: boolean) => void): () => void {
    this.#followers.add(follow);
    return () => void this.#followers.delete(follow);
  }

  /**
   * Sets the time to that of a restored world. An advance or a sleep of the previous world no
   * longer moves anything, and nothing waits for it or for an instant that it will never see.
   */
  setTo(now: number): void {
    this.#era += 1;
    this.#queue = Promise.resolve();
    this.#advancing = false;
    if (this.#aheadMs === null) this.#state().now = now;
    else this.#aheadMs = now - this.#wallNow();
    for (const waiter of [...this.#waiters]) waiter.wake();
    for (const follow of [...this.#followers]) follow(this.now(), true);
    this.watch();
  }

  /** Call this when something new may be due: a running clock does it when its time comes. */
  watch(): void {
    if (this.#aheadMs === null) return;
    clearTimeout(this.#alarm);
    const dueAt = this.#agenda.nextDueAt();
    if (dueAt === undefined) return;
    const waitMs = Math.min(Math.max(dueAt - this.now(), 0), TIMER_MAX_MS);
    this.#alarm = setTimeout(() => {
      void this.advance(0);
    }, waitMs);
    // What is still due must not keep an otherwise idle process alive.
    (this.#alarm as { unref?: () => void }).unref?.();
  }

  #enqueue(run: () => Promise<void>): Promise<void> {
    const era = this.#era;
    const settled = this.#queue.then(() => (era === this.#era ? run() : undefined));
    this.#queue = settled.catch(() => undefined);
    return settled;
  }

  async #runTo(target: number): Promise<void> {
    const era = this.#era;
    this.#advancing = true;
    try {
      for (let events = 0; ; events += 1) {
        const dueAt = this.#agenda.nextDueAt();
        if (dueAt === undefined || dueAt > Math.max(target, this.now())) break;
        if (events === EVENTS_PER_ADVANCE_MAX) {
          throw new Error(`more than ${EVENTS_PER_ADVANCE_MAX} events became due in one advance`);
        }
        this.#moveTo(dueAt);
        await this.#agenda.runNext();
        if (era !== this.#era) return;
      }
      this.#moveTo(target);
    } finally {
      if (era === this.#era) {
        this.#advancing = false;
        this.watch();
      }
    }
  }

  /** Moves the time forward at once, for a caller who knows that nothing falls due on the way. */
  passTo(at: number): void {
    this.#moveTo(at);
  }

  /** Moves the time, but only forward. */
  #moveTo(at: number): void {
    if (at <= this.now()) return;
    if (this.#aheadMs === null) this.#state().now = at;
    else this.#aheadMs += at - this.now();
    this.#wake();
  }

  #wake(): void {
    for (const waiter of [...this.#waiters]) if (waiter.at <= this.now()) waiter.wake();
    for (const follow of [...this.#followers]) follow(this.now(), false);
  }
}
