/**
 * What the calls of the program wait for: the world, or only the world's timers, or perhaps other
 * code of the program that does (a lock, a worker), or a job of the host (a hash, a file), or something
 * that the world does not know (a dynamic import).
 */
export type Waiting = 'world' | 'timers' | 'others' | 'job' | 'unknown';

/** A job ends, but on a busy machine it may have to wait long for its turn. */
const FULL_MS = { job: 60_000, unknown: 1_000, others: 1_000 };
/** After it was once in vain, and after it often was: the program hangs, and a world ends all the same. */
const LATER_MS = { job: 50, unknown: 50, others: 5 };
const LEAST_MS = 5;
const OFTEN = 20;

type Awaited = keyof typeof FULL_MS;

const isAwaited = (waiting: Waiting): waiting is Awaited => Object.hasOwn(FULL_MS, waiting);

/** How long the worlds of a simulation wait for what they do not settle, in real milliseconds. */
export class Patience {
  readonly #vain = { job: 0, unknown: 0, others: 0 };

  msFor(waiting: Waiting): number {
    const kind = isAwaited(waiting) ? waiting : 'unknown';
    const vain = this.#vain[kind];
    if (vain === 0) return FULL_MS[kind];
    return vain < OFTEN ? LATER_MS[kind] : LEAST_MS;
  }

  wasInVain(waiting: Waiting): void {
    if (isAwaited(waiting)) this.#vain[waiting] += 1;
  }
}
