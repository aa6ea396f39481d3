import type { WebAbortSignal } from '../platform/platform.ts';
import { Slots } from '../platform/slots.ts';
import { untilAborted } from './until-aborted.ts';

/** Lets the passes of one intake run one after the other: side by side they would ask twice as fast. */
export class PassTurns {
  readonly #slots = new Slots(1);

  /** Runs a pass when the one before has ended; not at all if the signal is aborted until then. */
  async run<T>(signal: WebAbortSignal | undefined, pass: () => Promise<T>): Promise<T | undefined> {
    if (signal?.aborted === true) return undefined;
    const turn = this.#slots.take();
    const end = await untilAborted<(() => void) | undefined>(turn, signal, () => undefined);
    if (end === undefined) {
      void turn.then((endAtOnce) => endAtOnce());
      return undefined;
    }
    try {
      return await pass();
    } finally {
      end();
    }
  }
}
