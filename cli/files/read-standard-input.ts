import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { gatherBytes } from './gather-bytes.ts';

/**
 * Reads the whole standard input.
 *
 * @throws InvalidInputError naming `name`, if the input is longer than `maxBytes`.
 */
export async function readStandardInput(
  name: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await gatherBytes(process.stdin as AsyncIterable<Uint8Array>, maxBytes);
  if (bytes === undefined) throw invalidInput(name, `expected at most ${maxBytes} bytes`);
  return bytes;
}
