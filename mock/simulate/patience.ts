/**
 * What the calls of the program wait for: the world, or only the world's timers, or perhaps other
 * code of the program that does (a lock, a worker), or something that the world does not know (a
 * dynamic import, WebCrypto's threads).
 */
export type Waiting = 'world' | 'timers' | 'others' | 'unknown';

const FULL_MS = 1_000;
/** After it was once in vain, and after it often was: the program hangs, and a world ends all the same. */
const LATER_MS = { unknown: 50, others: 5 };
const LEAST_MS = 5;
const OFTEN = 20;

/** How long the worlds of a simulation wait for what they do not know, in real milliseconds. */
export class Patience {
  readonly #vain = { unknown: 0, others: 0 };

  msFor(waiting: Waiting): number {
    const kind = waiting === 'others' ? waiting : 'unknown';
    const vain = this.#vain[kind];
    if (vain === 0) return FULL_MS;
    return vain < OFTEN ? LATER_MS[kind] : LEAST_MS;
  }

  wasInVain(waiting: Waiting): void {
    if (waiting === 'unknown' || waiting === 'others') this.#vain[waiting] += 1;
  }
}
