import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { jsonFaultOf } from '../ground/json-fault.ts';
import { checkSeed } from './check-seed.ts';
import type { Seed } from './seed.ts';

/** Ten thousand captures with a page each fit. A larger file is an accident. */
export const SEED_MAX_CHARS = 16 * 1024 * 1024;

/**
 * Parses a seed file: JSON of at most 16,777,216 characters. The service's own rules are checked
 * later, when `createMockService` applies the seed.
 *
 * @throws `InvalidInputError` with line and column if the text is not JSON, otherwise with the path
 * of each issue, for example `captures.2.preset`.
 *
 * @example
 * ```ts
 * const seed = parseSeed(await readFile('seeds/solar.json', 'utf8'));
 * const mock = createMockService({ seed });
 * ```
 */
export function parseSeed(text: string): Seed {
  if (typeof text !== 'string') {
    throw invalidInput('', 'expected the text of a seed file; readFile gives it with "utf8"');
  }
  if (text.length > SEED_MAX_CHARS) {
    throw invalidInput('', `expected a seed file of at most ${SEED_MAX_CHARS} characters`);
  }
  // Some editors put a byte order mark before the text.
  const json = text.replace(/^\ufeff/, '');
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch (error) {
    const fault = jsonFaultOf(json);
    if (fault === undefined) throw error;
    const { line, column, expected } = fault;
    throw invalidInput(
      '',
      `not valid JSON at line ${line}, column ${column}: expected ${expected}`,
    );
  }
  return checkSeed(given);
}
