import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText, textMatcher } from '../../src/acceptance/match-text.ts';
import { phraseFinder } from '../../src/acceptance/phrase-finder.ts';
import { DEFAULT_ACCEPTANCE_READINGS } from '../../src/acceptance/readings.ts';
import { composed } from '../texts/characters.ts';

const as = (unicodeForm: 'NFC' | 'NFKC') => ({ ...DEFAULT_ACCEPTANCE_READINGS, unicodeForm });

describe('normalising a text (spec §2.7)', () => {
  it.each([
    ['white space at the ends', ' \n\tI agree\u00A0', 'i agree'],
    ['runs of white space', 'I \u00A0\n  agree', 'i agree'],
    ['capitals', 'I AGREE ÉTÉ', 'i agree été'],
    ['a decomposed accent', 'Jose\u0301', 'josé'],
    ['punctuation', 'Acme Solar’s - “A.”', 'acme solar’s - “a.”'],
    ['a non-breaking hyphen', 'pre\u2011recorded', 'pre\u2011recorded'],
    ['nothing', '', ''],
    ['a lone surrogate', 'A\uD800', 'a\uD800'],
  ])('%s', (_, text, expected) => {
    expect(normalizeText(text, as('NFC'))).toBe(expected);
  });

  it('keeps compatibility characters in NFC and replaces them in NFKC', () => {
    expect(normalizeText('o\uFB00er ２', as('NFC'))).toBe('o\uFB00er ２');
    expect(normalizeText('o\uFB00er ２', as('NFKC'))).toBe('offer 2');
  });

  it('judges canonically equivalent texts alike', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: composed }),
        fc.constantFrom('NFC' as const, 'NFKC' as const),
        (text, form) => {
          expect(normalizeText(text.normalize('NFD'), as(form))).toBe(
            normalizeText(text, as(form)),
          );
        },
      ),
    );
  });
});

describe('matching phrases (spec §2.7)', () => {
  const matches = (phrases: string[], match: 'contains' | 'exact', text: string) =>
    textMatcher(phrases, match, as('NFC'))(normalizeText(text, as('NFC')));

  it.each([
    ['contains: a part, whatever its case and spacing', ['call\u00A0OR  Text '], true, false],
    ['contains: the whole', ['We may call or text you'], true, true],
    ['contains: the second phrase', ['nowhere', 'may'], true, false],
    ['contains: none', ['nowhere', 'called'], false, false],
    ['exact: the second phrase', ['nowhere', ' we MAY call or text you\n'], false, true],
    ['a longer phrase', ['We may call or text you.'], false, false],
  ])('%s', (_, phrases, contained, exact) => {
    const text = 'We may call or text you';
    expect(matches(phrases, 'contains', text)).toBe(contained || exact);
    expect(matches(phrases, 'exact', text)).toBe(exact);
  });

  it('distinguishes a curly apostrophe from a straight one', () => {
    expect(matches(["Solar's"], 'contains', 'Acme Solar’s team')).toBe(false);
    expect(matches(['Solar’s'], 'contains', 'Acme Solar’s team')).toBe(true);
  });
});

describe('finding a phrase', () => {
  it('finds exactly what String.includes finds', () => {
    const repetitive = fc
      .array(fc.constantFrom('a', 'b'), { maxLength: 30 })
      .map((letters) => letters.join(''));
    const phrase = fc
      .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 8 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(repetitive, phrase, (text, wanted) => {
        expect(phraseFinder(wanted)(text)).toBe(text.includes(wanted));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['aab', 'aaab'],
    ['ababb', 'abababb'],
    ['aabaaab', 'aabaabaaab'],
    ['abacabab', 'abacabacabab'],
    ['b', 'ab'],
  ])('finds %j at the end of %j, and not when it is cut', (phrase, text) => {
    const find = phraseFinder(phrase);
    expect(find(text)).toBe(true);
    expect(find(text.slice(0, -1))).toBe(false);
  });

  it('searches one text after another from the beginning', () => {
    const find = phraseFinder('abc');
    expect([find('xab'), find('c'), find('abc'), find('')]).toEqual([false, false, true, false]);
  });
});
