import { open, rm, stat } from 'node:fs/promises';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { besideOf, sweepBeside } from './beside-of.ts';
import { fileError } from './file-error.ts';

/** A rename would replace a device or a pipe by a file. */
async function refuseSpecial(flag: string, file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there === undefined || there.isFile()) return;
  if (there.isDirectory()) throw fileError(flag, file, { code: 'EISDIR' });
  throw invalidInput(flag, `${file}: is a device or a pipe; expected a file`);
}

/**
 * Tries whether `writeWhole` will be able to write the file, and leaves nothing behind, of killed runs
 * either: a run must not learn at its end that nothing of it can be kept.
 *
 * @throws InvalidInputError naming the flag and the file.
 */
export async function checkWritable(flag: string, file: string): Promise<void> {
  await refuseSpecial(flag, file);
  try {
    await sweepBeside(file);
    const beside = besideOf(file);
    const handle = await open(beside, 'wx', 0o600);
    await handle.close();
    await rm(beside);
  } catch (error) {
    throw fileError(flag, file, error);
  }
}
