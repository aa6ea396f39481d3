import { onAbort } from '../platform/on-abort.ts';
import type { WebAbortSignal } from '../platform/platform.ts';

/**
 * Waits for the work. When the signal is aborted meanwhile, gives `answer` at once, and the work goes
 * on. A signal that was aborted before ends no wait.
 */
export function untilAborted<T>(
  work: Promise<T>,
  signal: WebAbortSignal | undefined,
  answer: () => T,
): Promise<T> {
  if (signal === undefined || signal.aborted) return work;
  return new Promise<T>((resolve, reject) => {
    const letGo = onAbort(signal, () => {
      try {
        resolve(answer());
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    work.then(letGo, letGo);
    work.then(resolve, reject);
  });
}
