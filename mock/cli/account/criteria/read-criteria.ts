import { open } from 'node:fs/promises';
import { acceptanceIssues } from '../../../../src/contract/acceptance.ts';
import { InvalidInputError, invalidInput } from '../../../../src/errors/invalid-input-error.ts';
import type { AcceptanceCriteria } from '../../../../src/index.ts';
import { fileError } from '../../file-error.ts';
import { parseJson } from '../../parse-json.ts';
import { readStandardInput } from '../../read-standard-input.ts';

/** Far more than the strictest bounds of criteria allow (spec §2.7). */
const MAX_BYTES = 4 * 1024 * 1024;

async function readText(name: string, file: string): Promise<string> {
  if (file === '-') return readStandardInput(name, MAX_BYTES);
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw invalidInput(name, `${file}: expected at most ${MAX_BYTES} bytes`);
    return await handle.readFile('utf8');
  } catch (error) {
    throw error instanceof InvalidInputError ? error : fileError(name, file, error);
  }
}

/**
 * Reads criteria as they stand, right or wrong.
 *
 * @throws InvalidInputError naming the argument, the file and the place where it is no JSON.
 */
export async function readCriteriaFile(name: string, file: string): Promise<unknown> {
  return parseJson(name, file, await readText(name, file));
}

/**
 * Reads criteria to judge by.
 *
 * @throws InvalidInputError with the service's own paths behind the file's name.
 */
export async function readCriteria(name: string, file: string): Promise<AcceptanceCriteria> {
  const criteria = await readCriteriaFile(name, file);
  const issues = acceptanceIssues(criteria);
  if (issues.length === 0) return criteria as AcceptanceCriteria;
  throw new InvalidInputError(
    issues.map(({ path, message }) => ({ path: name, message: `${file}: ${path}: ${message}` })),
  );
}
