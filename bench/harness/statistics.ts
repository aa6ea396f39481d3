/** A median and the quartiles around it. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** Returns the median and quartiles of `values`: one disturbed round moves none of the three. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
  };
}

/** Returns the spread of the ratios of pairs, as anything that slows a turn slows both sides of it. */
export function ratioOf(values: readonly number[], base: readonly number[]): Spread {
  return spreadOf(values.map((value, index) => value / (base[index] ?? Number.NaN)));
}
