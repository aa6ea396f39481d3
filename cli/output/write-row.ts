import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { printableLines } from './printable.ts';

/** Where rows go: standard output. */
type RowOutput = Writable & { readonly isTTY?: boolean };

/** A file gets the bytes unchanged; a terminal gets no control characters. */
function shown(row: string, { isTTY }: RowOutput): string {
  return isTTY ? printableLines(row.replaceAll('\r\n', '\n')) : row;
}

/**
 * Writes one of many rows, and waits until the output can take another. `surviveLostOutput` reports
 * an output that fails.
 *
 * @returns whether anything more can be written.
 */
export async function writeRow(
  row: string,
  signal: AbortSignal,
  output: RowOutput = process.stdout,
): Promise<boolean> {
  if (!output.writable) return false;
  if (!output.write(shown(row, output))) {
    await once(output, 'drain', { signal }).catch(() => undefined);
  }
  return output.writable;
}
