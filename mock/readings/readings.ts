import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import { asRead } from '../../src/options/as-read.ts';
import { withNearest } from '../../src/options/with-nearest.ts';
import {
  READING_NAMES,
  READING_VALUES,
  type ReadingName,
  type Readings,
} from '../../src/readings/readings.ts';
import { isPlain } from '../ground/is-plain.ts';

function defaultOf(name: ReadingName): unknown {
  const values = READING_VALUES[name];
  return 'default' in values ? values.default : values[0];
}

/** Every reading at its default. */
export const defaultReadings: Readings = Object.fromEntries(
  READING_NAMES.map((name) => [name, defaultOf(name)]),
) as unknown as Readings;

function expectation(name: ReadingName): string {
  const values = READING_VALUES[name];
  if ('default' in values) return `expected a whole number from ${values.min} to ${values.max}`;
  return `expected ${values.map((value) => JSON.stringify(value)).join(' or ')}`;
}

function isValue(name: ReadingName, value: unknown): boolean {
  const values = READING_VALUES[name];
  if (!('default' in values)) return (values as readonly unknown[]).includes(value);
  return Number.isInteger(value) && Number(value) >= values.min && Number(value) <= values.max;
}

/** Completes `given` with the defaults; rejects unknown names and values. */
export function checkReadings(given: Partial<Readings> = {}): Readings {
  if (!isPlain(given)) throw invalidInput('readings', 'expected { name: value }');
  const readings = Object.entries(asRead(given));
  const issues = readings.flatMap(([name, value]) => {
    const path = `readings.${name}`;
    if (!Object.hasOwn(READING_VALUES, name)) {
      return { path, message: withNearest('no such reading', name, READING_NAMES) };
    }
    const reading = name as ReadingName;
    if (value === undefined || isValue(reading, value)) return [];
    return { path, message: expectation(reading) };
  });
  if (issues.length > 0) throw new InvalidInputError(issues);
  const chosen = readings.filter(([, value]) => value !== undefined);
  return { ...defaultReadings, ...Object.fromEntries(chosen) };
}
