import type { Entry } from '../account.ts';
import { membersOf } from '../answer.ts';

/** The longest key or value to filter by: longer ones may not be indexed. */
const TEXT_MAX = 100;

/** Normalizes a value as the filter compares it, as far as needed here (spec §4.2). */
export function normalValue(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Returns the texts that a value is found by; for a list, each member (spec §4.2 rule 2). */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value))
    return value.flatMap((each) => (Array.isArray(each) ? [] : textsOf(each)));
  return ['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : [];
}

/** Returns the metadata pairs of an entry with normalized values. */
export function pairsOf({ members }: Entry, maxChars = TEXT_MAX): [key: string, value: string][] {
  return ['customMetadata', 'autoMetadata'].flatMap((name) =>
    Object.entries(membersOf(members[name]) ?? {}).flatMap(([key, value]) =>
      textsOf(value)
        .map(normalValue)
        .filter((text) => text !== '' && key !== '')
        .filter((text) => key.length <= maxChars && text.length <= maxChars)
        .map((text): [string, string] => [key, text]),
    ),
  );
}

/** Returns up to five pairs that at least `least` entries have in common, shortest first. */
export function commonPair(entries: readonly Entry[], least: number): [string, string][] {
  const counts = new Map<string, { pair: [string, string]; count: number }>();
  for (const entry of entries) {
    const own = new Map(pairsOf(entry).map((pair) => [JSON.stringify(pair), pair]));
    for (const [name, pair] of own) {
      counts.set(name, { pair, count: (counts.get(name)?.count ?? 0) + 1 });
    }
  }
  const lengthOf = ([key, value]: [string, string]): number => key.length + value.length;
  return [...counts.values()]
    .filter(({ count }) => count >= least)
    .map(({ pair }) => pair)
    .sort((a, b) => lengthOf(a) - lengthOf(b))
    .slice(0, 5);
}
