import { KEY_REVOCATION_LAG_MAX_MS } from '../../src/contract/limits.ts';
import { checkedOptions } from '../../src/errors/checked-options.ts';
import { flag } from '../../src/options/kinds.ts';
import type { OptionTable } from '../../src/options/option-table.ts';
import { READING_NAMES, READING_VALUES, type Readings } from '../../src/readings/readings.ts';
import { coveringRows } from './covering-rows.ts';
import { defaultReadings } from './readings.ts';

/** The value tried for a numeric reading besides its default. */
const NUMERIC_ALTERNATIVES: Partial<Readings> = {
  revocationDelayMs: KEY_REVOCATION_LAG_MAX_MS,
  metadataMaxKeyLength: 64,
  metadataMaxValueLength: 256,
};

/** Options of `forEachReading`. */
export interface ForEachReadingOptions {
  /**
   * `true`: every pair of values of two readings occurs in at least one run. This finds code that
   * breaks only under two readings together. Default: `false`, each run changes one reading.
   */
  pairs?: boolean | undefined;
}

const OPTIONS = (): OptionTable<ForEachReadingOptions> => ({ pairs: flag });

/** The values tried for each reading, the default first. */
const TRIED = READING_NAMES.map((name): readonly Readings[keyof Readings][] => {
  const values = READING_VALUES[name];
  if (!('default' in values)) return values;
  return [values.default, NUMERIC_ALTERNATIVES[name] ?? values.max];
});

/** A set of readings, titled by how it differs from the defaults. */
export type Case = readonly [title: string, readings: Partial<Readings>];

function oneByOne(): Case[] {
  const others = READING_NAMES.flatMap((name, index) =>
    (TRIED[index] ?? []).slice(1).map((value): Case => {
      return [`${name}: ${String(value)}`, { [name]: value }];
    }),
  );
  return [['defaults', {}], ...others];
}

/** Turns a row of choices into readings; defaults are left out. */
function caseOf(row: readonly number[], index: number, count: number): Case {
  const chosen = READING_NAMES.flatMap((name, column) => {
    const value = TRIED[column]?.[row[column] ?? 0];
    return value === defaultReadings[name] ? [] : [[name, value] as const];
  });
  const texts = chosen.map(([name, value]) => `${name}: ${String(value)}`);
  const title = texts.length === 0 ? 'defaults' : texts.join(', ');
  return [`${index + 1}/${count}: ${title}`, Object.fromEntries(chosen)];
}

/** Returns a few sets of readings that cover every pair of values. The first is the defaults. */
export function everyPair(): Case[] {
  const rows = coveringRows(TRIED.map(({ length }) => length));
  return rows.map((row, index) => caseOf(row, index, rows.length));
}

/**
 * Calls `run` with the default readings, and then with each other value of each reading, one at a
 * time. This lets a test suite show that it passes whatever the service turns out to do. The calls
 * run one after another. A rejection ends the loop.
 *
 * @param run receives the readings for `createMockService` and a title for the case.
 *
 * @example
 * ```ts
 * await forEachReading(async (readings, title) => {
 *   const mock = createMockService({ now: '2026-01-05T12:00:00Z', readings });
 *   await runMySuite(mock, title);
 * }, { pairs: true });
 * ```
 */
export async function forEachReading(
  run: (readings: Partial<Readings>, title: string) => void | Promise<void>,
  options: ForEachReadingOptions = {},
): Promise<void> {
  const { pairs = false } = checkedOptions(OPTIONS, options);
  for (const [title, readings] of pairs ? everyPair() : oneByOne()) await run(readings, title);
}
