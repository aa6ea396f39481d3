import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { normalizePhone } from '../../../src/index.ts';
import { readStandardInput } from '../read-standard-input.ts';

/** A number and the end of its line. */
const MAX_BYTES = 256;

/** A number as it was asked for, and what is compared of it. */
export interface GivenPhone {
  readonly text: string;
  readonly tenDigits: string;
}

/**
 * The number of `--phone`, which with `-` comes from the standard input.
 *
 * @throws InvalidInputError naming the flag.
 */
export async function readPhone(given: string): Promise<GivenPhone> {
  const text = given === '-' ? (await readStandardInput('--phone', MAX_BYTES)).trim() : given;
  const tenDigits = normalizePhone(text, 'strict') ?? normalizePhone(text, 'lenient');
  if (tenDigits !== undefined) return { text, tenDigits };
  throw invalidInput('--phone', 'expected a 10-digit North American number, in any formatting');
}
