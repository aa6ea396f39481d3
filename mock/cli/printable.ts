/** What moves the cursor, starts a line or turns the direction of a terminal: shown, it may lie. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text with each such character as its escape, `\u001b`, which JSON reads as the character. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** One line of JSON that is safe on a terminal. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** Text of several lines, each of them printable. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
