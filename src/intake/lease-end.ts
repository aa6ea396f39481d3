import type { Clock } from '../platform/clock.ts';

/** A lease outlasts its calls by this margin, so that no two workers ask for a lead at once. */
export const HAND_MARGIN_MS = 15_000;

/** Returns when a lease of now ends: after the receive, and the read of the record that may follow. */
export function leaseEnd(clock: Clock, deadlineMs: number): number {
  return clock.now() + 2 * deadlineMs + HAND_MARGIN_MS;
}
