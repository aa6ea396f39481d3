import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizeMetadataValue } from '../../mock/service/rules/metadata-index.ts';
import { composed } from '../texts/characters.ts';

/** Texts with many letters whose upper and lower case differ in length or depend on the position. */
const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(...'ßẞςσΣıİŉﬃǅǆ ſK'), fc.string({ unit: composed, maxLength: 1 })),
});

it('4.2: a value, its upper case and its lower case are compared as one', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const value = normalizeMetadataValue(text);
      expect(normalizeMetadataValue(text.toUpperCase())).toBe(value);
      expect(normalizeMetadataValue(text.toLowerCase())).toBe(value);
      expect(normalizeMetadataValue(value)).toBe(value);
    }),
    { numRuns: 500 },
  );
});

it('4.2: letters that differ by more than their case stay apart', () => {
  for (const [one, other] of [
    ['é', 'e'],
    ['ö', 'oe'],
    ['é', 'e\u0301'],
    ['Ａ', 'A'],
    ['ø', 'o'],
  ] as const) {
    expect(normalizeMetadataValue(one)).not.toBe(normalizeMetadataValue(other));
  }
});
