import { systemClock } from '../platform/clock.ts';
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

/**
 * Waits for the work, at most that long: then gives `answer`, and the work goes on. Without `ms` there
 * is no limit. In real time, as what hangs does: a fake's clock would be moved by the wait itself.
 */
export async function within<T>(
  work: Promise<T>,
  ms: number | undefined,
  answer: () => T,
): Promise<T> {
  if (ms === undefined) return work;
  const over = new AbortController();
  const waited = systemClock.sleep(ms, over.signal).then(answer);
  waited.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, waited]);
  } finally {
    over.abort();
  }
}
