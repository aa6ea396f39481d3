import { onAbort } from '../platform/on-abort.ts';
import type { WebAbortSignal } from '../platform/platform.ts';

/**
 * Returns the result of `work`, or rejects with the signal's reason as soon as it is aborted, even
 * if `work` does not listen to it. Once `work` has settled, no listener stays on the signal.
 */
export function abortable<T>(work: Promise<T>, signal: WebAbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      work.catch(() => undefined); // its result no longer matters, but a rejection must not go unhandled
      abort();
      return;
    }
    const letGo = onAbort(signal, abort);
    work.then(letGo, letGo);
    work.then(resolve, reject);
  });
}
