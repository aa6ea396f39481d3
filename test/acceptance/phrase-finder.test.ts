import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phraseFinder } from '../../src/acceptance/phrase-finder.ts';

/** Returns every text of `a` and `b` with these lengths. */
function texts(from: number, to: number): string[] {
  const found: string[] = [];
  for (let length = from; length <= to; length += 1) {
    for (let bits = 0; bits < 2 ** length; bits += 1) {
      const text = bits.toString(2).padStart(length, '0');
      found.push(text.replaceAll('0', 'a').replaceAll('1', 'b'));
    }
  }
  return found;
}

describe('phraseFinder', () => {
  it('finds what the platform finds, for every short phrase and text of two letters', () => {
    const haystacks = texts(0, 10);
    for (const phrase of texts(1, 6)) {
      const isIn = phraseFinder(phrase);
      const wrong = haystacks.filter((text) => isIn(text) !== text.includes(phrase));
      expect(wrong, phrase).toEqual([]);
    }
  });

  it('finds what the platform finds, for phrases longer than the part it looks for', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', ' '),
      minLength: 33,
      maxLength: 90,
    });
    fc.assert(
      fc.property(letters, letters, fc.nat(60), (before, phrase, cut) => {
        const text = before.slice(0, cut) + phrase.slice(0, 40) + phrase + before;
        expect(phraseFinder(phrase)(text)).toBe(true);
        const other = `${phrase.slice(0, 32)}c${phrase.slice(32)}`;
        expect(phraseFinder(other)(text)).toBe(text.includes(other));
        expect(phraseFinder(phrase)(before)).toBe(before.includes(phrase));
      }),
    );
  });
});
