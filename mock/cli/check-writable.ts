import { open, rm, stat } from 'node:fs/promises';
import { besideOf } from './beside-of.ts';
import { fileError } from './file-error.ts';

async function isFolder(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isDirectory() ?? false;
}

/**
 * Tries whether `writeWhole` will be able to write the file, and leaves nothing behind: a run must
 * not learn at its end that nothing of it can be kept.
 *
 * @throws InvalidInputError naming the flag and the file.
 */
export async function checkWritable(flag: string, file: string): Promise<void> {
  if (await isFolder(file)) throw fileError(flag, file, { code: 'EISDIR' });
  const beside = besideOf(file);
  try {
    const handle = await open(beside, 'wx', 0o600);
    await handle.close();
    await rm(beside);
  } catch (error) {
    throw fileError(flag, file, error);
  }
}
