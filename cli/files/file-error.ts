import { type InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';

/** What the most common errors of reading and writing a file mean. */
const MEANINGS = new Map(
  Object.entries({
    ENOENT: 'there is no such file or folder',
    ENOTDIR: 'a part of its path is not a folder',
    EISDIR: 'is a folder; expected a file',
    EACCES: 'this user has no permission',
    EPERM: 'this user has no permission',
    EROFS: 'is on a read-only disk',
    ENOSPC: 'the disk is full',
    EDQUOT: "this user's disk quota is full",
    ERR_ENCODING_INVALID_ENCODED_DATA: 'is not text in UTF-8; save it with that encoding',
    EFBIG: 'is larger than this user may write',
  }),
);

/** Says in words what an error of reading or writing a file means. */
export function meaningOf(error: unknown): string {
  const { code = '', message } = error as { code?: string; message: string };
  return MEANINGS.get(code) ?? message;
}

/** Creates an error about a file that a flag or an argument names. */
export function fileError(flag: string, file: string, error: unknown): InvalidInputError {
  return invalidInput(flag, `${file}: ${meaningOf(error)}`);
}
