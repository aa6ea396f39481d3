import type { Clock } from '../clock.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';

/** An instant of the caller's in Unix milliseconds. */
export function checkSince(given: number | Date): number {
  const since = Number(given);
  // No `null` or `undefined` is one by accident: the whole account would be looked through.
  if (given !== null && Number.isFinite(since)) return since;
  throw invalidInput('since', 'expected Unix milliseconds or a valid Date');
}

/** The latest `createdAt` of what is `olderThanMs` old. */
export function checkCutoff(olderThanMs: number, clock: Pick<Clock, 'now'> | undefined): number {
  if (!Number.isFinite(olderThanMs) || olderThanMs < 0) {
    throw invalidInput('olderThanMs', 'expected a finite, non-negative number of milliseconds');
  }
  return (clock ?? Date).now() - olderThanMs;
}
