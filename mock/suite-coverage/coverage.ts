import type { Meeting } from '../engine/met.ts';
import { type CoverageEntry, coverageEntries } from './items.ts';

/** Something that a test suite can meet, and whether it has. */
export interface CoverageItem extends CoverageEntry {
  /** Names it: an operation and its outcome, or a state, a retry, a delivery or a reading. */
  readonly id: string;
  /** What it is, in words. */
  readonly what: string;
  /** How often it was met. */
  readonly met: number;
  /** How often a fault gave the same answer, which does not count as met. */
  readonly injected: number;
  /** One line that meets it. */
  readonly how: string;
}

/** What a test suite has met of the service. */
export interface Coverage {
  /** How many items were met at least once. */
  readonly met: number;
  /** How many items there are. */
  readonly of: number;
  /** Every item, in a fixed order. */
  readonly items: readonly CoverageItem[];
}

/** Returns the items with their counts. */
export function coverageOf(countOf: (id: string) => Meeting): Coverage {
  const items = coverageEntries().map((entry) => ({ ...entry, ...countOf(entry.id) }));
  return { met: items.filter(({ met }) => met > 0).length, of: items.length, items };
}

/** Returns the merged coverage of the lines that fakes have noted. An unknown line counts for nothing. */
export function coverageOfLines(lines: Iterable<string>): Coverage {
  const counts = new Map<string, Meeting>();
  for (const line of lines) {
    const [, id = '', injected] = /^(.*?)( injected)?$/.exec(line) ?? [];
    const meeting = counts.get(id) ?? { met: 0, injected: 0 };
    meeting[injected === undefined ? 'met' : 'injected'] += 1;
    counts.set(id, meeting);
  }
  return coverageOf((id) => counts.get(id) ?? { met: 0, injected: 0 });
}
