import { readingsOf } from '../../src/calibrate/readings-of.ts';
import type { CalibrationReport } from '../../src/calibrate/report.ts';
import { reportSchema } from '../../src/calibrate/report-schema.ts';
import { issuesOf } from '../../src/contract/issue.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { type Issue } from '../../src/options/issue.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { parseJson } from './parse-json.ts';
import { readTextFile } from './read-file.ts';

/** Many times the size of a report with every reading and statement. */
const MAX_BYTES = 4 * 1024 * 1024;
const ISSUES_SHOWN = 5;

/**
 * Reads the report of a calibration.
 *
 * @throws InvalidInputError naming the flag, the file and what is wrong with it.
 */
export async function readReport(flag: string, file: string): Promise<CalibrationReport> {
  const report = parseJson(flag, file, await readTextFile(flag, file, MAX_BYTES));
  const refuse = (issues: readonly Issue[]): InvalidInputError =>
    new InvalidInputError(
      issues.map(({ path, message }) => ({ path: flag, message: `${file}: ${path}: ${message}` })),
    );
  try {
    readingsOf(report as CalibrationReport);
  } catch (error) {
    throw error instanceof InvalidInputError ? refuse(error.issues) : error;
  }
  const issues = issuesOf(reportSchema(), report, ISSUES_SHOWN);
  if (issues.length > 0) throw refuse(issues);
  return report as CalibrationReport;
}

/** Returns the readings that a calibration found, from the report that {@link readReport} reads. */
export async function readReadings(flag: string, file: string): Promise<Partial<Readings>> {
  return readingsOf(await readReport(flag, file));
}
