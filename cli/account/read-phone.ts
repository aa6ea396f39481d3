import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { normalizePhone } from '../../src/index.ts';
import { readStandardInput } from '../files/read-file.ts';

/** The size of a number and its line end. */
const MAX_BYTES = 256;

/** A phone number as given, and the digits that are compared. */
export interface GivenPhone {
  readonly text: string;
  readonly tenDigits: string;
}

/**
 * Reads the number of `--phone`; `-` reads it from standard input.
 *
 * @throws InvalidInputError naming the flag.
 */
export async function readPhone(given: string): Promise<GivenPhone> {
  const text =
    given === '-'
      ? new TextDecoder().decode(await readStandardInput('--phone', MAX_BYTES)).trim()
      : given;
  const tenDigits = normalizePhone(text);
  if (tenDigits !== undefined) return { text, tenDigits };
  throw invalidInput('--phone', 'expected a 10-digit North American number, in any formatting');
}
