import { asRead } from '../../src/options/as-read.ts';
import { type Kind, oneOf, wholeNumber } from '../../src/options/kinds.ts';
import { type OptionTable, optionsOf } from '../../src/options/option-table.ts';
import {
  READING_NAMES,
  READING_VALUES,
  type ReadingName,
  type Readings,
} from '../../src/readings/readings.ts';

function defaultOf(name: ReadingName): unknown {
  const values = READING_VALUES[name];
  return 'default' in values ? values.default : values[0];
}

/** Every reading at its default. */
export const defaultReadings: Readings = Object.fromEntries(
  READING_NAMES.map((name) => [name, defaultOf(name)]),
) as unknown as Readings;

/** What each reading may be, as an option with options. */
export const readingsKind = (): Kind =>
  optionsOf<Readings>(
    Object.fromEntries(
      READING_NAMES.map((name) => {
        const values = READING_VALUES[name];
        const kind = 'default' in values ? wholeNumber(values.min, values.max) : oneOf(...values);
        return [name, kind];
      }),
    ) as unknown as OptionTable<Readings>,
  );

/** Completes checked readings with the defaults. */
export function completeReadings(given: Partial<Readings> = {}): Readings {
  const chosen = Object.entries(asRead(given)).filter(([, value]) => value !== undefined);
  return { ...defaultReadings, ...Object.fromEntries(chosen) };
}
