import { open } from 'node:fs/promises';
import type { ChangedState, SnapshotCounters } from '../../mock/service/controls/state.ts';
import { jsonText } from '../../src/texts/json-text.ts';
import { synced } from '../files/write-whole.ts';

/** The last line of the changes that were written together: without it, none of them counts. */
export interface EndOfChanges extends SnapshotCounters {
  /** How many rows come before it. */
  readonly changed: number;
}

/** Half a line never ends within a character: what a crash leaves can be read as text. */
const asciiOf = (text: string): string =>
  text.replace(
    /[^\u0000-\u007f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns the lines of some changes: a row is as in the state, a deleted one has no value. */
export function linesOfChanges({ rows, counters }: ChangedState): string {
  const lines = Array.from(rows, ([table, key, value]) =>
    asciiOf(jsonText(value === undefined ? [table, key] : [table, key, value])),
  );
  const end: EndOfChanges = { changed: lines.length, ...counters };
  return `${[...lines, JSON.stringify(end)].join('\n')}\n`;
}

/** Appends lines to a file of `length` bytes, or leaves it at that length. */
export async function appendLines(file: string, lines: string, length: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const bytes = Buffer.from(lines);
    try {
      for (let at = 0; at < bytes.length; ) {
        at += (await handle.write(bytes, at, bytes.length - at, length + at)).bytesWritten;
      }
      await synced(handle);
    } catch (error) {
      await handle.truncate(length); // without the end of the changes, it would be skipped anyway
      throw error;
    }
  } finally {
    await handle.close();
  }
}
