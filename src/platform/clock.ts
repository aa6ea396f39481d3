import { onAbort } from './on-abort.ts';
import type { WebAbortSignal } from './platform.ts';

/** The longest delay that a platform timer supports; a longer one fires at once. Not from the spec. */
export const TIMER_MAX_MS = 2_147_483_647;

/**
 * The source of time. Rules and waits use it instead of the platform, so that a test or the fake
 * can control the time.
 */
export interface Clock {
  /** The current time in Unix milliseconds. */
  now(): number;
  /**
   * Resolves after `ms` milliseconds of this clock's time. Rejects with the signal's reason if
   * `signal` is aborted first.
   */
  sleep(ms: number, signal?: WebAbortSignal): Promise<void>;
}

/** Sleeps for `ms`, at most `TIMER_MAX_MS`: a platform timer set for longer fires at once. */
function sleepOnce(ms: number, signal?: WebAbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const timer = setTimeout(() => {
      letGo?.();
      resolve();
    }, ms);
    const letGo =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer);
        letGo?.();
        reject(signal.reason as Error);
      });
  });
}

/** Real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let left = ms; left > 0; left -= TIMER_MAX_MS) {
      await sleepOnce(Math.min(left, TIMER_MAX_MS), signal);
    }
  },
};
