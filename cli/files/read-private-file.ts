import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import { fileError } from './file-error.ts';
import { textOf } from './read-file.ts';

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

const MAX_BYTES = 1024 * 1024;
/** The permission bits of group and others. */
const OTHERS = 0o077;

interface Owned {
  readonly mode: number;
  readonly uid: number;
  readonly size: number;
  isFile(): boolean;
}

function problemOf(file: string, { mode, uid, size, ...stat }: Owned, me: number | undefined) {
  if (!stat.isFile()) return 'is not a regular file';
  if (size > MAX_BYTES) return `expected at most ${MAX_BYTES} bytes`;
  // Windows has neither mode bits nor user ids.
  if (me === undefined) return undefined;
  if (uid !== me && uid !== 0) return 'belongs to another user, who could replace the key';
  if ((mode & OTHERS) === 0) return undefined;
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  return `contains keys, but other users have access (mode ${octal}); run: chmod 600 ${file}`;
}

/**
 * Reads a file that holds secrets, but only if no one else can read or change it. The file is
 * opened once, so the file that is checked is the one that is read.
 *
 * @throws InvalidInputError naming `name` and the file, never its contents.
 */
export async function readPrivateFile(name: string, file: string): Promise<string> {
  const refuse = (error: unknown): InvalidInputError => fileError(name, file, error);
  // Otherwise, opening a pipe would block until someone writes to it.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch((error: unknown) => {
    throw refuse(error);
  });
  try {
    const stat = await handle.stat();
    const { mode, uid, size } = stat;
    const facts = { mode, uid, size, isFile: () => stat.isFile() };
    const problem = problemOf(file, facts, process.getuid?.());
    if (problem !== undefined) throw invalidInput(name, `${file}: ${problem}`);
    return textOf(await handle.readFile());
  } catch (error) {
    throw error instanceof InvalidInputError ? error : refuse(error);
  } finally {
    await handle.close();
  }
}
