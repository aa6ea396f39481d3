// Control characters are ASCII too.
const ASCII = /^[\u0000-\u007f]*$/;

/** Returns whether the whole text is ASCII. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}
