import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Engine } from '../engine/engine.ts';
import { createAgenda } from '../service/lifecycle/agenda.ts';
import type { Patience, Waiting } from './patience.ts';

/** The host's own timers, saved before anyone can replace them. */
const { setImmediate: nextTurn, setTimeout: later } = globalThis;

/** Lets all code run that waits only for its turn in the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (nextTurn === undefined) later(resolve, 0);
    else nextTurn(resolve);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    later(resolve, ms);
  });
}

/** Watches the calls in progress. */
export interface Watch {
  waiting(): Waiting;
  /** Stops watching the calls that do not wait for the world. */
  giveUp(): void;
}

interface Entry {
  readonly at: number;
  run: (() => unknown) | undefined;
}

/** A program that keeps setting timers of zero length would keep a world busy forever. */
const EVENTS_MAX = 100_000;
/** How often, a millisecond apart, to check calls that have a timer for other progress. */
const TIMER_LOOKS = 3;

/** The world's time. The next event happens once all calls have done what they can. */
export class Timeline {
  readonly #engine: Engine;
  readonly #watch: Watch;
  readonly #patience: Patience;
  readonly #nextDueAt: () => number | undefined;
  /** Sorted so that the next one is last. */
  #entries: Entry[] = [];
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(engine: Engine, watch: Watch, patience: Patience) {
    this.#engine = engine;
    this.#watch = watch;
    this.#patience = patience;
    const agenda = createAgenda(() => engine);
    this.#nextDueAt = () => agenda.nextDueAt();
  }

  now(): number {
    return this.#engine.world.now;
  }

  /**
   * Calls `run` after `ms`, behind anything planned earlier for that instant. Returns a function
   * that cancels it.
   */
  after(ms: number, run: () => unknown): () => void {
    const entry: Entry = { at: this.now() + (ms > 0 ? ms : 0), run };
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.at ?? 0) > entry.at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, entry);
    return () => {
      entry.run = undefined;
    };
  }

  /** Ends the world. */
  end(): void {
    this.#isOver = true;
  }

  /** Ends the world with an error in the program or the options. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /**
   * Runs the world to its end. `look` is called after each event, once everything rests. `lastLines`:
   * the end of its story, for a program that never rests.
   */
  async play(look: () => void, lastLines: () => string): Promise<void> {
    for (let events = 0; ; events += 1) {
      await turn();
      if (this.#watch.waiting() !== 'world') await this.#rest();
      if (this.#failure !== undefined) throw this.#failure.error;
      look();
      if (this.#isOver) return;
      if (events === EVENTS_MAX) {
        throw invalidInput(
          'start',
          `expected a program that becomes idle: it was still busy after ${EVENTS_MAX} events. The last lines of its story:\n${lastLines()}`,
        );
      }
      const event = this.#next();
      if (event === undefined) return;
      await event();
    }
  }

  /** Takes the next event, and moves the time to it; `undefined` if there is none. */
  #next(): (() => unknown) | undefined {
    while (this.#entries.length > 0 && this.#entries.at(-1)?.run === undefined) {
      this.#entries.pop();
    }
    const entry = this.#entries.at(-1);
    const { clock } = this.#engine;
    const dueAt = this.#nextDueAt();
    if (dueAt !== undefined && dueAt <= (entry?.at ?? dueAt)) {
      return () => clock.advance(Math.max(0, dueAt - this.now()));
    }
    if (entry === undefined) return undefined;
    this.#entries.pop();
    clock.passTo(entry.at);
    return entry.run;
  }

  async #rest(): Promise<void> {
    const begunAt = performance.now();
    let last: { readonly waiting: Waiting; readonly since: number } | undefined;
    let timerLooks = 0;
    for (let looks = 0; ; looks += 1) {
      const waiting = this.#watch.waiting();
      if (waiting === 'world') return;
      // Looked up again after each job: what it led to may be another one.
      timerLooks = waiting === 'timers' ? timerLooks + 1 : 0;
      const now = performance.now();
      if (last?.waiting !== waiting) last = { waiting, since: now };
      const isTooLong =
        now - last.since > this.#patience.msFor(waiting) ||
        now - begunAt > this.#patience.msFor('job');
      if (timerLooks > TIMER_LOOKS || isTooLong) {
        this.#watch.giveUp();
        return;
      }
      await (looks < TIMER_LOOKS && waiting !== 'timers' ? turn() : pause(1));
    }
  }
}
