import type { Clock } from '../platform/clock.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { leaseEnd } from './lease-end.ts';

/** Keeps the passes of one intake apart: side by side they would ask twice as fast. */
export class PassTurns {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  /** Until then, nothing else begins. A pass in which something hangs must not stop all others for ever. */
  #busyUntil = Number.NEGATIVE_INFINITY;
  #running = 0;

  /** @param deadlineMs of each call, by which a lease is measured. */
  constructor(clock: Clock, deadlineMs: number) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
  }

  /** Says that the pass goes on: for as long as a lease of now lasts, no other begins. */
  goesOn(): void {
    this.#busyUntil = leaseEnd(this.#clock, this.#deadlineMs);
  }

  /** Runs a pass, unless another one is running or the signal is aborted: then returns `undefined`. */
  async run<T>(signal: WebAbortSignal | undefined, pass: () => Promise<T>): Promise<T | undefined> {
    const isBusy = this.#running > 0 && this.#clock.now() < this.#busyUntil;
    if (isBusy || signal?.aborted === true) return undefined;
    this.#running += 1;
    this.goesOn();
    try {
      return await pass();
    } finally {
      this.#running -= 1;
    }
  }
}
