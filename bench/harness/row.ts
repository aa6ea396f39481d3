import type { Spread } from './statistics.ts';

/** One line of a report. */
export interface Row {
  readonly measure: string;
  readonly subject: string;
  readonly value: Spread;
  readonly unit: 'µs' | 'ms' | 'KB' | 'MB' | 'requests/s';
  /** The ratio of the subject to the baseline, which is 1. */
  readonly ratio?: Spread;
  /** The same ratio in CPU time. */
  readonly cpuRatio?: Spread;
  /** Whether a higher value is better. */
  readonly higherIsBetter?: boolean;
  /** What our subject must reach: as a ratio, or in `unit` if there is no ratio. */
  readonly limit?: number;
}

/** Returns whether the row keeps its limit; `undefined` if it has none. */
export function keepsLimit({ ratio, value, limit, higherIsBetter }: Row): boolean | undefined {
  if (limit === undefined) return undefined;
  const reached = (ratio ?? value).median;
  return higherIsBetter === true ? reached >= limit : reached <= limit;
}
