import { createReadStream } from 'node:fs';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { fileError } from './file-error.ts';

/**
 * Reads a file, a pipe or a device to its end. Returns `undefined` if it has more than `maxBytes`: a
 * pipe has no size to look at beforehand.
 */
async function gatherBytes(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const gathered: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) return undefined;
    gathered.push(piece);
  }
  return Buffer.concat(gathered);
}

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

/**
 * Returns a file's text, without the byte order mark that editors on Windows write before it.
 *
 * @throws TypeError, for `fileError` to word, if the file is not UTF-8: with a replacement character
 * in it, a phrase of criteria would match nothing.
 */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * Reads a text file that a flag or an argument names, up to a maximum size.
 *
 * @throws InvalidInputError naming both.
 */
export async function readTextFile(name: string, file: string, maxBytes: number): Promise<string> {
  const bytes = await readBytes(name, file, maxBytes);
  try {
    return textOf(bytes);
  } catch (error) {
    throw fileError(name, file, error);
  }
}
