import { type InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';

/** What the most common file-system errors mean. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'is a folder; expected a file',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's disk quota is full",
  EFBIG: 'is larger than this user may write',
};

/** Says in words what a file-system error means. */
export function meaningOf(error: unknown): string {
  const { code = '', message } = error as { code?: string; message: string };
  return MEANINGS[code] ?? message;
}

/** Creates an error about a file that a flag or an argument names. */
export function fileError(flag: string, file: string, error: unknown): InvalidInputError {
  return invalidInput(flag, `${file}: ${meaningOf(error)}`);
}
