import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Key, Table } from '../../mock/ground/table.ts';

type PairKey = [group: string, place: number];

function tableOf(...keys: PairKey[]): Table<PairKey, string> {
  const table = new Table<PairKey, string>();
  for (const key of keys) table.set(key, key.join(''));
  return table;
}

function walked(
  table: Table<PairKey, string>,
  ...args: Parameters<Table<PairKey, string>['walk']>
) {
  return [...table.walk(...args)].map(([, value]) => value);
}

describe('a table of the world', () => {
  it('walks the entries of a prefix in the order of their keys', () => {
    const table = tableOf(['b', 2], ['a', 10], ['a', 9], ['ab', 1]);
    expect(walked(table, ['a'])).toEqual(['a9', 'a10']);
    expect(walked(table, ['a'], { descending: true })).toEqual(['a10', 'a9']);
    expect(walked(table, ['c'])).toEqual([]);
  });

  it('begins a walk behind a key, whether that key is there or not', () => {
    const table = tableOf(['a', 1], ['a', 3], ['a', 5]);
    for (const place of [3, 2]) {
      const after = ['a', place];
      expect(walked(table, ['a'], { after })).toEqual(place === 3 ? ['a5'] : ['a3', 'a5']);
      expect(walked(table, ['a'], { after, descending: true })).toEqual(['a1']);
    }
  });

  it('compares text by code units and numbers by value', () => {
    const table = new Table<[string | number], true>();
    for (const key of ['é', 'z', 'Z', 'a']) table.set([key], true);
    expect(table.rows().map(([[key]]) => key)).toEqual(['Z', 'a', 'z', 'é']);
  });

  it('copies itself so that neither side sees what the other changes', () => {
    const table = tableOf(['a', 1], ['a', 2]);
    const copy = table.copy();
    copy.set(['a', 3], 'a3');
    copy.delete('a', 1);
    table.set(['a', 2], 'changed');
    expect(walked(table, ['a'])).toEqual(['a1', 'changed']);
    expect(walked(copy, ['a'])).toEqual(['a2', 'a3']);
  });

  it('does what a sorted map does, whatever is put in and taken out', () => {
    const key = fc.tuple(fc.constantFrom('a', 'b'), fc.nat(6));
    const steps = fc.array(fc.tuple(key, fc.option(fc.nat())), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (given) => {
        const table = new Table<PairKey, number>();
        const plain = new Map<string, [PairKey, number]>();
        for (const [each, value] of given) {
          if (value === null) expect(table.delete(...each)).toBe(plain.delete(each.join()));
          else {
            table.set(each, value);
            plain.set(each.join(), [each, value]);
          }
        }
        const byKey = (a: [Key, number], b: [Key, number]) => (a[0].join() < b[0].join() ? -1 : 1);
        expect(table.rows()).toEqual([...plain.values()].sort(byKey));
        expect(table.size).toBe(plain.size);
      }),
      { numRuns: 100 },
    );
  });
});
