import type { Readings } from '../../../src/readings/readings.ts';
import type { StoredCdr } from '../../world/entities.ts';

/** Text that lower case alone folds completely. */
const ASCII = /^[ -~]*$/;

/**
 * Normalises a metadata value for comparison: case-insensitive, white space normalised (spec §4.2).
 * A value is found by its own upper and lower case forms: `Straße` by `STRASSE`, `οδός` by `ΟΔΌΣ`.
 * Lower case alone would keep `ß` apart from `SS`, and `ς` from `σ`.
 */
export function normalizeMetadataValue(value: string): string {
  const folded = value.replace(/\s+/g, ' ').trim().toLowerCase();
  return ASCII.test(folded) ? folded : folded.toUpperCase().toLowerCase();
}

/** Returns a metadata key as it is compared; see the reading `metadataKeyCase`. */
export function comparedKey(key: string, { metadataKeyCase }: Readings): string {
  return metadataKeyCase === 'folded' ? normalizeMetadataValue(key) : key;
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => textsOfOne(member));
  return textsOfOne(value);
}

function textsOfOne(value: unknown): string[] {
  const indexed =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return indexed ? [String(value)] : [];
}

/**
 * Returns the pairs by which the record can be found, with normalised values (spec §4.2 rule 2).
 */
export function indexedPairs(cdr: StoredCdr, readings: Readings): [key: string, value: string][] {
  const pairs = new Map<string, [string, string]>();
  for (const metadata of [cdr.page.customMetadata, cdr.page.autoMetadata]) {
    for (const [key, member] of Object.entries(metadata ?? {})) {
      if (key.length > readings.metadataMaxKeyLength) continue;
      for (const text of textsOf(member)) {
        const value = normalizeMetadataValue(text);
        if (value.length > readings.metadataMaxValueLength) continue;
        const name = comparedKey(key, readings);
        pairs.set(JSON.stringify([name, value]), [name, value]);
      }
    }
  }
  return [...pairs.values()];
}
