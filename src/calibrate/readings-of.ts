import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import { READING_VALUES, type ReadingName, type Readings } from '../readings/readings.ts';
import type { CalibrationReport } from './report.ts';

function isValue(name: ReadingName, value: unknown): boolean {
  const values = READING_VALUES[name];
  if (!('default' in values)) return (values as readonly unknown[]).includes(value);
  return Number.isInteger(value) && Number(value) >= values.min && Number(value) <= values.max;
}

type Result = Readonly<Record<string, unknown>>;

/** Returns the readings of a report, which may be any value. @throws InvalidInputError */
function resultsIn(report: unknown): Result[] {
  const { format, formatVersion, readings } = (report ?? {}) as Record<string, unknown>;
  if (format !== 'consent-evidence/calibration' || !Array.isArray(readings)) {
    throw invalidInput('report', 'expected the report of a calibration');
  }
  if (formatVersion === 1) return readings.map((each) => (each ?? {}) as Result);
  const message = 'expected 1; the report is of another version of this package';
  throw invalidInput('report.formatVersion', message);
}

/**
 * Returns the readings that a calibration has measured, for `createMockService`. Readings that were
 * not measured, that differ, or that this version does not know are left out. The fake keeps its
 * default for them.
 *
 * @throws InvalidInputError if `report` is not a report, or has a value that the reading cannot have.
 *
 * @example
 * ```ts
 * const mock = createMockService({ readings: readingsOf(report) });
 * ```
 */
export function readingsOf(report: CalibrationReport): Partial<Readings> {
  const measured = resultsIn(report).filter(
    ({ reading, verdict }) =>
      verdict === 'as documented' && Object.hasOwn(READING_VALUES, String(reading)),
  );
  const issues = measured
    .filter(({ reading, value }) => !isValue(reading as ReadingName, value))
    .map(({ reading }) => ({
      path: `report.readings.${String(reading)}`,
      message: 'expected one of the values of this reading',
    }));
  if (issues.length > 0) throw new InvalidInputError(issues);
  const pairs = measured.map(({ reading, value }) => [reading as string, value] as const);
  return Object.fromEntries(pairs);
}
