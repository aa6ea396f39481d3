/**
 * Characters that move the cursor, start a line or change the text direction, and so can make a
 * terminal show something false.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes each such character, for example as `\u001b`, which JSON reads as the character. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns one line of JSON that is safe on a terminal. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** Makes each line of a text printable. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
