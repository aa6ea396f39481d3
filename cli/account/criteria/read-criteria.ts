import { acceptanceIssues } from '../../../src/contract/acceptance.ts';
import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import type { AcceptanceCriteria } from '../../../src/index.ts';
import { fileError } from '../../files/file-error.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readStandardInput, readTextFile, textOf } from '../../files/read-file.ts';

/** Far more than the bounds of criteria allow (spec §2.7). */
const MAX_BYTES = 4 * 1024 * 1024;

async function standardInput(name: string): Promise<string> {
  const bytes = await readStandardInput(name, MAX_BYTES);
  try {
    return textOf(bytes);
  } catch (error) {
    throw fileError(name, '-', error);
  }
}

/**
 * Reads criteria without checking them.
 *
 * @throws InvalidInputError naming the argument, the file and the place where it is not JSON.
 */
export async function readCriteriaFile(name: string, file: string): Promise<unknown> {
  const text = file === '-' ? await standardInput(name) : await readTextFile(name, file, MAX_BYTES);
  return parseJson(name, file, text);
}

/**
 * Reads criteria and checks them.
 *
 * @throws InvalidInputError with the service's own paths after the file's name.
 */
export async function readCriteria(name: string, file: string): Promise<AcceptanceCriteria> {
  const criteria = await readCriteriaFile(name, file);
  const issues = acceptanceIssues(criteria);
  if (issues.length === 0) return criteria as AcceptanceCriteria;
  throw new InvalidInputError(
    issues.map(({ path, message }) => ({ path: name, message: `${file}: ${path}: ${message}` })),
  );
}
