import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { readPrivateFile } from './read-private-file.ts';

/**
 * Reads one secret from a file that no one else can read, without white space around it: editors end
 * a file with a line break. Command lines can be read by other users of the machine, a file cannot.
 *
 * @throws InvalidInputError naming the flag and the file, never its contents.
 */
export async function readSecretFile(flag: string, file: string): Promise<string> {
  const secret = (await readPrivateFile(flag, file)).trim();
  if (secret === '') throw invalidInput(flag, `${file}: is empty`);
  if (/[\r\n]/.test(secret)) throw invalidInput(flag, `${file}: expected one line, the secret`);
  return secret;
}
