import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { type Coverage, coverageOfLines } from '../../suite-coverage/coverage.ts';

/**
 * Merges what all fakes of a run have met, in any process, if they ran with the environment variable
 * `CONSENT_EVIDENCE_COVERAGE_FOLDER`. `consent-evidence mock exec --coverage` does the same.
 *
 * @param folder the folder that the variable named.
 * @throws `InvalidInputError` if the folder cannot be read.
 * @example
 * ```ts
 * const { met, of } = readCoverage('coverage');
 * console.log(`${met} of ${of}`);
 * ```
 */
export function readCoverage(folder: string): Coverage {
  const files = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  try {
    const names = files.readdirSync(folder).filter((name) => /^\d+\.txt$/.test(name));
    const texts = names.map((name) => files.readFileSync(path.join(folder, name), 'utf8'));
    return coverageOfLines(texts.join('').split('\n'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalidInput('folder', `expected a folder that can be read: ${why}`);
  }
}
