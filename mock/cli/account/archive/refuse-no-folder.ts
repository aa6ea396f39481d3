import { stat } from 'node:fs/promises';
import { invalidInput } from '../../../../src/errors/invalid-input-error.ts';
import { fileError } from '../../file-error.ts';

/**
 * Rejects a folder that does not exist or is not a folder.
 *
 * @throws InvalidInputError naming the folder.
 */
export async function refuseNoFolder(dir: string, flag = 'dir'): Promise<void> {
  const found = await stat(dir).catch((error: unknown) => {
    throw fileError(flag, dir, error);
  });
  if (!found.isDirectory()) throw invalidInput(flag, `${dir}: expected a folder`);
}
