import { READING_ROWS } from '../../../src/calibrate/reading-rows.ts';
import type { Run } from '../../../src/calibrate/run.ts';
import type { ReadingName } from '../../../src/readings/readings.ts';
import { wordsOf } from './crafted-run.ts';

/** Measures a reading, and returns what was found in words. */
export function readingWords(run: Run, name: ReadingName): Promise<string> {
  const row = READING_ROWS[name];
  if (row.tier === null) throw new Error(`${name} cannot be measured`);
  return wordsOf(() => row.measure(run));
}
