import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '../../mock/capture/page-text.ts';
import { character } from '../texts/characters.ts';

describe('cutting a text', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab\u{1f600}', 3, 'ab'],
    ['ab\u{1f600}', 4, 'ab\u{1f600}'],
    ['a\u{1f600}b', 3, 'a\u{1f600}'],
    ['ab\ud83dc', 3, 'ab\ud83d'],
  ])('%j at %i is %j', (text, maxChars, kept) => {
    expect(cutText(text, maxChars)).toBe(kept);
  });

  it('keeps whole code points of the beginning, as many as fit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: character }),
        fc.integer({ min: 1, max: 20 }),
        (text, maxChars) => {
          const kept = cutText(text, maxChars);
          const points = [...text];
          const count = [...kept].length;
          expect(kept).toBe(points.slice(0, count).join(''));
          expect(kept.length).toBeLessThanOrEqual(maxChars);
          expect(kept.length + (points[count]?.length ?? maxChars + 1)).toBeGreaterThan(maxChars);
        },
      ),
    );
  });
});
