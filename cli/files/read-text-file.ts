import { fileError } from './file-error.ts';
import { readBytes } from './read-bytes.ts';
import { textOf } from './text-of.ts';

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
