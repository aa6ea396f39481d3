import type { Clock } from '../../clock.ts';
import { invalidInput } from '../../errors/invalid-input-error.ts';

/** Converts the caller's instant to Unix milliseconds. */
export function checkSince(given: number | Date): number {
  const since = Number(given);
  // `Number(null)` is 0, which would scan the whole account.
  if (given !== null && Number.isFinite(since)) return since;
  throw invalidInput('since', 'expected Unix milliseconds or a valid Date');
}

/** Returns the latest `createdAt` of records that are at least `olderThanMs` old. */
export function checkCutoff(olderThanMs: number, clock: Pick<Clock, 'now'> | undefined): number {
  if (!Number.isFinite(olderThanMs) || olderThanMs < 0) {
    throw invalidInput('olderThanMs', 'expected a finite, non-negative number of milliseconds');
  }
  return (clock ?? Date).now() - olderThanMs;
}
