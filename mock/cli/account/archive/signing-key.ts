import type { SigningKey } from '../../../../src/archive/index.ts';
import { invalidInput } from '../../../../src/errors/invalid-input-error.ts';
import { readPrivateFile } from '../read-private-file.ts';
import type { SignFlags } from './archive-flags.ts';

/**
 * What signs the run, where the flags name it.
 *
 * @throws InvalidInputError naming the flag; never anything of the key.
 */
export async function signingKey({
  signKey,
  signKeyId,
}: SignFlags): Promise<SigningKey | undefined> {
  if (signKey === undefined && signKeyId === undefined) return undefined;
  if (signKey === undefined) throw invalidInput('--sign-key', 'expected beside --sign-key-id');
  if (signKeyId === undefined) throw invalidInput('--sign-key-id', 'expected beside --sign-key');
  return { privateKey: await readPrivateFile('--sign-key', signKey), keyId: signKeyId };
}
