/** Returns a file's text, without the byte order mark that editors on Windows write before it. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
