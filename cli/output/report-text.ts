import stringWidth from 'string-width';
import { printable } from './printable.ts';

/** Returns a number with its noun: `1 record`, `2 records`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const GAP = '  ';

/** Formats lines with columns aligned by displayed width. Nothing in them moves the cursor. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(printable));
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => stringWidth(line[column] ?? ''))),
  );
  const padded = (line: readonly string[]): string =>
    line
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
      .join(GAP)
      .trimEnd();
  return lines.map(padded).join('\n');
}
