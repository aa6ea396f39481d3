import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, wrapText } from '../../mock/capture/image/page-layout.ts';

describe('lines of the evidence image', () => {
  it.each([
    ['', 5, []],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    ['abcdefgh ij', 4, ['abcd', 'efgh', 'ij']],
    ['a abcdef', 4, ['a', 'abcd', 'ef']],
  ])('break %j at %i', (text, maxChars, lines) => {
    expect(wrapText(text, maxChars)).toEqual(lines);
  });

  it('lose no character and never run over', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        fc.integer({ min: 1, max: 12 }),
        (raw, maxChars) => {
          const text = printable(raw);
          const lines = wrapText(text, maxChars);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(maxChars);
        },
      ),
    );
  });

  it('are brought near to ASCII', () => {
    expect(
      printable('\u201cJos\u00e9\u2019s  pre\u2011check\u201d \u2014 \u00bfs\u00ed?\u2026\u200b'),
    ).toBe('"Jose\'s pre-check" - si?...');
  });
});
