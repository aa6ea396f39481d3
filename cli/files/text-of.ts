/**
 * Returns a file's text, without the byte order mark that editors on Windows write before it.
 *
 * @throws TypeError, for `fileError` to word, if the file is not UTF-8: with a replacement character
 * in it, a phrase of criteria would match nothing.
 */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
