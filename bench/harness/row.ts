import type { Spread } from './statistics.ts';

/** One line of a report. */
export interface Row {
  readonly measure: string;
  readonly subject: string;
  readonly value: Spread;
  readonly unit: 'µs' | 'ms' | 'KB' | 'MB' | 'requests/s';
  /** The subject beside the base line, which is 1. */
  readonly ratio?: Spread;
  /** The same in CPU time. */
  readonly cpuRatio?: Spread;
  /** Whether a high ratio is the good one. */
  readonly higherIsBetter?: boolean;
  /** What our subject has to reach: as a ratio, or in `unit` where there is none. */
  readonly limit?: number;
}

/** Whether the row keeps its limit; `undefined` where it has none. */
export function keepsLimit({ ratio, value, limit, higherIsBetter }: Row): boolean | undefined {
  if (limit === undefined) return undefined;
  const reached = (ratio ?? value).median;
  return higherIsBetter === true ? reached >= limit : reached <= limit;
}
