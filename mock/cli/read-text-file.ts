import { open } from 'node:fs/promises';
import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import { fileError } from './file-error.ts';
import { textOf } from './text-of.ts';

/**
 * Reads a file that a flag or an argument names, up to a maximum size.
 *
 * @throws InvalidInputError naming both.
 */
export async function readTextFile(name: string, file: string, maxBytes: number): Promise<string> {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    if (size > maxBytes) throw invalidInput(name, `${file}: expected at most ${maxBytes} bytes`);
    return textOf(await handle.readFile());
  } catch (error) {
    throw error instanceof InvalidInputError ? error : fileError(name, file, error);
  }
}
