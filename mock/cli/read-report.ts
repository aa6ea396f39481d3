import { readingsOf } from '../../src/calibrate/readings-of.ts';
import type { CalibrationReport } from '../../src/calibrate/report.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { parseJson } from './parse-json.ts';
import { readTextFile } from './read-text-file.ts';

/** Many times what every reading and statement takes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads the report of a calibration.
 *
 * @throws InvalidInputError naming the flag, the file and what is wrong in it.
 */
export async function readReport(flag: string, file: string): Promise<CalibrationReport> {
  const report = parseJson(flag, file, await readTextFile(flag, file, MAX_BYTES));
  try {
    readingsOf(report as CalibrationReport);
    return report as CalibrationReport;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      error.issues.map(({ path, message }) => ({
        path: flag,
        message: `${file}: ${path}: ${message}`,
      })),
    );
  }
}
