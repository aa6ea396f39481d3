import { withEscapes } from '../../src/texts/hidden-characters.ts';
import { jsonText } from '../../src/texts/json-text.ts';

/** Escapes everything that could make a terminal show something false, line ends included. */
export const printable = withEscapes;

/** Returns one line of JSON that is safe on a terminal. */
export function printableJson(value: unknown): string {
  return printable(jsonText(value));
}

/** Makes each line of a text printable. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Writes one line to standard error; standard output is for scripts. */
export function tell(message: string): void {
  process.stderr.write(`${printable(message)}\n`);
}
