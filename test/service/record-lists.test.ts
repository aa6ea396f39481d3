import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../mock/world/place.ts';
import { type ListWalk, RecordLists } from '../../mock/world/record-lists.ts';

const NAME = ['value', 'key', 'shop.example', 'org_1'];

function place(createdAt: number, cdrId: string): Place {
  return { createdAt, cdrId };
}

function listOf(...places: Place[]): RecordLists {
  const lists = new RecordLists();
  for (const each of places) lists.add(NAME, each);
  return lists;
}

function idsIn(lists: RecordLists, walk?: ListWalk): string {
  return [...lists.walk(NAME, walk)].map(({ cdrId }) => cdrId).join('');
}

/** Few times and ids, so that there are ties and repetitions. */
const places = fc.array(
  fc.record({ createdAt: fc.nat(3), cdrId: fc.constantFrom('a', 'b', 'c', 'd') }),
  { maxLength: 80 },
);

function sorted(given: readonly Place[]): Place[] {
  const byKey = new Map(given.map((each) => [`${each.createdAt}${each.cdrId}`, each]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

describe('the lists of records', () => {
  it('have the oldest first, and of one instant the lower id', () => {
    const lists = listOf(place(2, 'x'), place(1, 'z'), place(1, 'a'), place(10, 'b'));
    expect(idsIn(lists)).toBe('azxb');
    expect(idsIn(lists, { descending: true })).toBe('bxza');
  });

  it.each([
    ['one record', [place(1, 'a')]],
    ['several', [place(1, 'a'), place(2, 'b'), place(3, 'c')]],
  ])('begin behind a place, whether it is there or not: %s', (_title, given) => {
    const lists = listOf(...given);
    const rest = given.slice(1).map(({ cdrId }) => cdrId);
    expect(idsIn(lists, { after: place(1, 'a') })).toBe(rest.join(''));
    expect(idsIn(lists, { after: place(0, 'z') })).toBe(`a${rest.join('')}`);
    expect(idsIn(lists, { after: place(9, ''), descending: true })).toBe(
      `${rest.toReversed().join('')}a`,
    );
    expect(idsIn(lists, { after: place(1, 'a'), descending: true })).toBe('');
  });

  it('tell one name from another, wherever a part ends', () => {
    const lists = new RecordLists();
    lists.add(['a', 'bc'], place(1, 'x'));
    expect(lists.has(['a', 'bc'], place(1, 'x'))).toBe(true);
    expect(lists.has(['ab', 'c'], place(1, 'x'))).toBe(false);
    expect([...lists.walk(['abc'])]).toEqual([]);
  });

  it('have a record once, in whatever order and however often it is put there', () => {
    fc.assert(
      fc.property(places, places, (given, others) => {
        const lists = listOf(...given);
        expect([...lists.walk(NAME)]).toEqual(sorted(given));
        expect([...lists.walk(NAME, { descending: true })]).toEqual(sorted(given).toReversed());
        for (const each of others) {
          const isThere = given.some(
            ({ createdAt, cdrId }) => createdAt === each.createdAt && cdrId === each.cdrId,
          );
          expect(lists.has(NAME, each)).toBe(isThere);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('show what was added after they were read', () => {
    fc.assert(
      fc.property(places, places, (before, after) => {
        const lists = listOf(...before);
        const read = [...lists.walk(NAME)];
        for (const each of after) lists.add(NAME, each);
        expect(read).toEqual(sorted(before));
        expect([...lists.walk(NAME)]).toEqual(sorted([...before, ...after]));
      }),
      { numRuns: 100 },
    );
  });

  it('copy themselves so that neither side sees what the other adds', () => {
    fc.assert(
      fc.property(places, places, places, (before, here, there) => {
        const lists = listOf(...before);
        const copy = lists.copy();
        for (const each of here) lists.add(NAME, each);
        for (const each of there) copy.add(NAME, each);
        const second = copy.copy();
        for (const each of here) second.add(NAME, each);
        expect([...lists.walk(NAME)]).toEqual(sorted([...before, ...here]));
        expect([...copy.walk(NAME)]).toEqual(sorted([...before, ...there]));
        expect([...second.walk(NAME)]).toEqual(sorted([...before, ...there, ...here]));
      }),
      { numRuns: 100 },
    );
  });
});
