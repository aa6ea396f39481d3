import { createReadStream } from 'node:fs';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { fileError } from './file-error.ts';
import { gatherBytes } from './gather-bytes.ts';

/**
 * Reads a file that a flag or an argument names, up to a maximum size.
 *
 * @throws InvalidInputError naming both.
 */
export async function readBytes(
  name: string,
  file: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces = createReadStream(file) as AsyncIterable<Uint8Array>;
  const bytes = await gatherBytes(pieces, maxBytes).catch((error: unknown) => {
    throw fileError(name, file, error);
  });
  if (bytes !== undefined) return bytes;
  throw invalidInput(name, `${file}: expected at most ${maxBytes} bytes`);
}
