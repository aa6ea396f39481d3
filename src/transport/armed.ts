import type { WebAbortSignal } from '../platform.ts';
import { abortable } from './abortable.ts';

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
export async function armed<T>(
  { timeoutMs, deadlineLeftMs, signal }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Ending<T>> {
  if (signal?.aborted) return { kind: 'abort', reason: signal.reason };
  const controller = new AbortController();
  const ms = Math.min(timeoutMs, deadlineLeftMs);
  let ending: Ending<T> | undefined;
  const end = (how: Ending<T>, reason?: unknown): void => {
    ending ??= how;
    controller.abort(reason);
  };
  const limit = deadlineLeftMs < timeoutMs ? 'deadlineMs' : 'timeoutMs';
  const timer =
    ms === Number.POSITIVE_INFINITY
      ? undefined
      : setTimeout(end, ms, { kind: 'timeout', limit, ms });
  const onAbort = (): void => {
    end({ kind: 'abort', reason: signal?.reason }, signal?.reason);
  };
  signal?.addEventListener('abort', onAbort);
  try {
    const value = await abortable(work(controller.signal), controller.signal);
    return { kind: 'finished', value };
  } catch (cause) {
    return ending ?? { kind: 'threw', cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
