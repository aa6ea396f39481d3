// Control characters are ASCII too.
const ASCII = /^[\u0000-\u007f]*$/;

/** Whether the text is ASCII throughout. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}
