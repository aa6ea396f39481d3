import { jsonFaultOf } from '../../mock/ground/json-fault.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';

const ELSEWHERE = { line: 1, column: 1, expected: 'JSON' };

/**
 * Parses the JSON in a file. The engine's own message would quote the text, perhaps a key.
 *
 * @throws InvalidInputError naming the flag, the file and the place where it is not JSON.
 */
export function parseJson(flag: string, file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, column, expected } = jsonFaultOf(text) ?? ELSEWHERE;
    throw invalidInput(flag, `${file}:${line}:${column}: expected ${expected}`);
  }
}
