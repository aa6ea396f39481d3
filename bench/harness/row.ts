import type { Spread } from './statistics.ts';

/** One line of a report. */
export interface Row {
  readonly measure: string;
  readonly subject: string;
  readonly value: Spread;
  readonly unit:
    | 'µs'
    | 'ms'
    | 'KB'
    | 'MB'
    | 'requests/s'
    | 'statements'
    | 'bytes'
    | 'pages'
    | 'requests'
    | 'reads'
    | 'minutes';
  /** The ratio of the subject to the baseline, which is 1. */
  readonly ratio?: Spread;
  /** The same ratio in CPU time. */
  readonly cpuRatio?: Spread;
  /** Whether a higher value is better. */
  readonly higherIsBetter?: boolean;
  /** What our subject must reach: as a ratio, or in `unit` if there is no ratio. */
  readonly limit?: number;
}

/** The medians of a row: what is recorded of it, and what is judged. */
export interface Medians extends Omit<Row, 'value' | 'ratio' | 'cpuRatio'> {
  readonly median: number;
  readonly ratio?: number;
  readonly cpuRatio?: number;
}

/** Returns the medians of a row to four digits, more than any run reproduces. */
export function mediansOf({ value, ratio, cpuRatio, ...row }: Row): Medians {
  const rounded = ({ median }: Spread): number => Number(median.toPrecision(4));
  return {
    ...row,
    median: rounded(value),
    ...(ratio && { ratio: rounded(ratio) }),
    ...(cpuRatio && { cpuRatio: rounded(cpuRatio) }),
  };
}

/** Returns what a row reached: its ratio, or its value if it has none. */
export function reached({ ratio, median }: Medians): number {
  return ratio ?? median;
}

/** Returns whether the row keeps its limit; `undefined` if it has none. */
export function keepsLimit(row: Medians): boolean | undefined {
  if (row.limit === undefined) return undefined;
  return row.higherIsBetter === true ? reached(row) >= row.limit : reached(row) <= row.limit;
}
