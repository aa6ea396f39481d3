import { UNIT_MS } from '../../src/contract/limits.ts';
import { isPlain } from './is-plain.ts';

/** A length of time: milliseconds, or the sum of the given units. */
export type Duration =
  | number
  | {
      /** Days of 24 hours. */
      days?: number | undefined;
      /** Hours. */
      hours?: number | undefined;
      /** Minutes. */
      minutes?: number | undefined;
      /** Seconds. */
      seconds?: number | undefined;
    };

/** What a {@link Duration} is, for messages. */
export const DURATION_EXPECTED =
  'expected milliseconds, or { days, hours, minutes, seconds }, none negative';

/** Returns the length in milliseconds; `NaN` if `duration` is not a length of time. */
export function millisecondsOf(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  if (!isPlain(duration)) return Number.NaN;
  return Object.entries(duration).reduce((sum, [unit, count]) => {
    if (!Object.hasOwn(UNIT_MS, unit)) return Number.NaN;
    return sum + (count ?? 0) * UNIT_MS[unit as keyof typeof UNIT_MS];
  }, 0);
}
