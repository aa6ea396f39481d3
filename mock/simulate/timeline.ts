import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Engine } from '../engine/engine.ts';
import { createAgenda } from '../service/lifecycle/agenda.ts';

/** Taken before anyone can replace them: the host's own. */
const { setImmediate: nextTurn, setTimeout: later } = globalThis;

/** Lets everything run that waits for nothing but its turn. */
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

/**
 * What the calls of the program wait for: the world, or only the world's timers, or something that
 * the world does not know (a dynamic import, WebCrypto's threads).
 */
export type Waiting = 'world' | 'timers' | 'unknown';

/** Looks at the calls that are under way. */
export interface Watch {
  waiting(): Waiting;
  /** What is still unknown then is not looked at any more. */
  giveUp(): void;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  run: (() => unknown) | undefined;
}

/** A program that sets a timer of no length again and again would keep a world busy for ever. */
const EVENTS_MAX = 100_000;
/** Looks of a millisecond for what has a timer beside it; then it is the timer that is waited for. */
const TIMER_LOOKS = 3;

/** The world's time: what happens next happens when everyone has done what he can. */
export class Timeline {
  readonly #engine: Engine;
  readonly #watch: Watch;
  readonly #patienceMs: () => number;
  readonly #nextDueAt: () => number | undefined;
  /** The next one last. */
  #entries: Entry[] = [];
  #order = 0;
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(engine: Engine, watch: Watch, patienceMs: () => number) {
    this.#engine = engine;
    this.#watch = watch;
    this.#patienceMs = patienceMs;
    this.#nextDueAt = () => createAgenda(() => engine).nextDueAt();
  }

  now(): number {
    return this.#engine.world.now;
  }

  /** Does `run` after `ms`, behind what was planned for that instant before; the answer takes it back. */
  after(ms: number, run: () => unknown): () => void {
    this.#order += 1;
    const entry: Entry = { at: this.now() + Math.max(0, ms), order: this.#order, run };
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

  /** Ends the world by an error of whoever wrote the program or the options. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /** Lets the world run to its end. */
  async play(): Promise<void> {
    for (let events = 0; ; events += 1) {
      await this.#rest();
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#isOver) return;
      if (events === EVENTS_MAX) {
        throw invalidInput(
          'start',
          `expected a program that comes to rest: it did not after ${EVENTS_MAX} events`,
        );
      }
      if (!(await this.#next())) return;
    }
  }

  /** Does what comes next; `false` where nothing does. */
  async #next(): Promise<boolean> {
    while (this.#entries.length > 0 && this.#entries.at(-1)?.run === undefined) {
      this.#entries.pop();
    }
    const entry = this.#entries.at(-1);
    const { clock } = this.#engine;
    const dueAt = this.#nextDueAt();
    if (dueAt !== undefined && dueAt <= (entry?.at ?? dueAt)) {
      await clock.advance(Math.max(0, dueAt - this.now()));
      return true;
    }
    if (entry === undefined) return false;
    if (entry.at > this.now()) await clock.advance(entry.at - this.now());
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    await entry.run?.();
    return true;
  }

  async #rest(): Promise<void> {
    await turn();
    const begunAt = performance.now();
    for (let looks = 0; ; looks += 1) {
      const waiting = this.#watch.waiting();
      if (waiting === 'world') return;
      if (
        waiting === 'timers'
          ? looks >= TIMER_LOOKS
          : performance.now() - begunAt > this.#patienceMs()
      ) {
        this.#watch.giveUp();
        return;
      }
      await (looks < TIMER_LOOKS && waiting === 'unknown' ? turn() : pause(1));
    }
  }
}
