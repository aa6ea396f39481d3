import { lstat, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { besideOf, sweepBeside } from './beside-of.ts';
import { fileError } from './file-error.ts';

/** Whether the file is a link such as `/dev/stdout`, which leads to a file if the output does. */
async function isSystemLink(file: string): Promise<boolean> {
  const there = await lstat(file).catch(() => undefined);
  return there?.isSymbolicLink() === true && /^\/(?:dev|proc)\//.test(path.resolve(file));
}

/** A rename would replace a device, a pipe or a link of the system with a file. */
async function refuseSpecial(flag: string, file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there === undefined || (there.isFile() && !(await isSystemLink(file)))) return;
  if (there.isDirectory()) throw fileError(flag, file, { code: 'EISDIR' });
  throw invalidInput(flag, `${file}: is a device or a pipe; expected a file`);
}

/**
 * Checks that `writeWhole` can write the file, so that a run does not discover only at its end that
 * nothing can be saved. Leaves nothing behind, and removes what killed runs have left.
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
