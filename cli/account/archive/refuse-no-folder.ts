import { stat } from 'node:fs/promises';
import { folderVault } from '../../../src/archive/index.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { fileError } from '../../files/file-error.ts';

const notFolder = (dir: string, flag: string) =>
  invalidInput(flag, `${dir}: is a file; expected a folder`);

/**
 * Rejects a folder that does not exist or is not a folder.
 *
 * @throws InvalidInputError naming the folder.
 */
export async function refuseNoFolder(dir: string, flag = 'dir'): Promise<void> {
  const found = await stat(dir).catch((error: unknown) => {
    throw fileError(flag, dir, error);
  });
  if (!found.isDirectory()) throw notFolder(dir, flag);
}

/**
 * Rejects a file in place of a folder that may be yet to make.
 *
 * @throws InvalidInputError naming the folder.
 */
export async function refuseFile(dir: string, flag = 'dir'): Promise<void> {
  const found = await stat(dir).catch(() => undefined);
  if (found?.isDirectory() === false) throw notFolder(dir, flag);
}

/**
 * Rejects a folder in which nothing was ever archived. One that has records and no manifest is an
 * archive that lost it, which is no mistake in the command.
 *
 * @throws InvalidInputError naming the folder.
 */
export async function refuseNoVault(dir: string): Promise<void> {
  await refuseNoFolder(dir);
  const vault = folderVault(dir);
  for (const prefix of ['manifest', 'segments/', 'records/']) {
    for await (const _ of vault.list(prefix)) return;
  }
  throw invalidInput('dir', `${dir}: nothing was archived here`);
}
