/** What a sum such as 1.1 hours may be too long by. */
const ROUNDING_MS = 0.001;

/**
 * Returns the instant `ms` after `now`. It is a whole millisecond, as all times of the service are,
 * and not before that.
 */
export function instantAfter(now: number, ms: number): number {
  return Math.ceil(now + ms - ROUNDING_MS);
}
