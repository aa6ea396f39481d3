import { type InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';

/** What the commonest failures of a file system mean. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'is a folder, expected a file',
  EACCES: 'is not allowed to this user',
  EPERM: 'is not allowed to this user',
  EROFS: 'lies on a disk that is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's share of the disk is full",
  EFBIG: 'is longer than this user may write',
};

/** An error about a file that a flag or an argument names. */
export function fileError(flag: string, file: string, error: unknown): InvalidInputError {
  const { code = '', message } = error as { code?: string; message: string };
  return invalidInput(flag, `${file}: ${MEANINGS[code] ?? message}`);
}
