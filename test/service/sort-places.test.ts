import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePlaces, type Place } from '../../mock/world/place.ts';
import { sortPlaces } from '../../mock/world/sort-places.ts';

function place(createdAt: number, cdrId: string): Place {
  return { createdAt, cdrId };
}

/** Ids with a common start and different lengths, with characters beyond letters and bytes. */
const id = fc
  .array(fc.constantFrom('a', 'b', '\0', 'þ', 'ÿ', 'Ā', '\u{10ffff}', '\ud800'), { maxLength: 9 })
  .map((letters) => `cdr_${letters.join('')}`);

const places = fc.array(fc.record({ createdAt: fc.constantFrom(-1, 0, 0.5, 7), cdrId: id }), {
  maxLength: 60,
});

describe('places', () => {
  it('are sorted by instant, and of one instant by the code units of the id', () => {
    const given = [
      place(2, 'b'),
      place(1, 'z'),
      place(2, 'B'),
      place(2, 'a\u{1f600}'),
      place(2, 'a'),
    ];
    const ids = sortPlaces(given).map(({ cdrId }) => cdrId);
    expect(ids).toEqual(['z', 'B', 'a', 'a\u{1f600}', 'b']);
  });

  it('are sorted as they compare, whatever their ids begin with', () => {
    fc.assert(
      fc.property(places, (given) => {
        expect(sortPlaces(given)).toEqual([...given].sort(comparePlaces));
      }),
      { numRuns: 300 },
    );
  });

  it('stay as they were given', () => {
    const given = [place(2, 'b'), place(1, 'a')];
    sortPlaces(given);
    expect(given).toEqual([place(2, 'b'), place(1, 'a')]);
  });

  it('may be empty', () => {
    expect(sortPlaces([])).toEqual([]);
  });
});
