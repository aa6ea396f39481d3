import type { WebAbortSignal } from '../platform.ts';

/** What bounds one piece of work. Times in milliseconds; `Infinity` sets no timer. */
export interface Limits {
  readonly timeoutMs: number;
  readonly deadlineLeftMs: number;
  readonly signal: WebAbortSignal | undefined;
}

/** How a piece of bounded work ended. */
export type Ending<T> =
  | { readonly kind: 'finished'; readonly value: T }
  | { readonly kind: 'threw'; readonly cause: unknown }
  | { readonly kind: 'timeout'; readonly limit: 'timeoutMs' | 'deadlineMs'; readonly ms: number }
  | { readonly kind: 'abort'; readonly reason: unknown };

/**
 * Runs `work` under one signal that stays armed until it has settled: by the caller's signal, and
 * by a real timer for the shorter of the two limits. Neither a timer nor a listener is left behind.
 */
export function armed<T>(
  { timeoutMs, deadlineLeftMs, signal }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Ending<T>> {
  if (signal?.aborted) return Promise.resolve({ kind: 'abort', reason: signal.reason as unknown });
  return new Promise((resolve) => {
    const controller = new AbortController();
    const ms = Math.min(timeoutMs, deadlineLeftMs);
    const limit = deadlineLeftMs < timeoutMs ? 'deadlineMs' : 'timeoutMs';
    const end = (how: Ending<T>): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(how); // the first end counts: what is cut off may still say something
    };
    const cut = (how: Ending<T>, reason?: unknown): void => {
      end(how);
      controller.abort(reason);
    };
    const onAbort = (): void => {
      cut({ kind: 'abort', reason: signal?.reason }, signal?.reason);
    };
    const timer =
      ms === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(cut, ms, { kind: 'timeout', limit, ms });
    signal?.addEventListener('abort', onAbort);
    work(controller.signal).then(
      (value) => {
        end({ kind: 'finished', value });
      },
      (cause: unknown) => {
        end({ kind: 'threw', cause });
      },
    );
  });
}
