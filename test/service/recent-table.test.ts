import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentTable } from '../../mock/ground/recent-table.ts';

function tableOf(...places: number[]): RecentTable<string> {
  const table = new RecentTable<string>();
  for (const place of places) table.set([place], `at ${place}`);
  return table;
}

const placesOf = (table: RecentTable<unknown>): number[] => table.rows().map(([[place]]) => place);

describe('a table of what came last', () => {
  it('has its rows by their numbers, in whichever order they came', () => {
    const table = tableOf(2, 7, 4, 9, 1);
    expect(placesOf(table)).toEqual([1, 2, 4, 7, 9]);
    expect(table.get(4)).toBe('at 4');
    expect(table.get(3)).toBeUndefined();
    expect(table.first()).toEqual([[1], 'at 1']);
  });

  it('copies itself so that neither side sees what the other changes', () => {
    const table = tableOf(1, 2, 3);
    const copy = table.copy();
    copy.shift();
    copy.set([4], 'at 4');
    table.set([2], 'changed');
    const second = table.copy();
    table.shift();
    expect(copy.values()).toEqual(['at 2', 'at 3', 'at 4']);
    expect(table.values()).toEqual(['changed', 'at 3']);
    expect(second.values()).toEqual(['at 1', 'changed', 'at 3']);
  });

  it('counts its changes, and nothing else', () => {
    const table = tableOf(1, 2);
    table.values();
    table.copy();
    expect(table.changes).toBe(2);
    table.shift();
    table.shift();
    expect(table.shift()).toBeUndefined();
    expect(table.changes).toBe(4);
  });

  it('does what a sorted map does, whatever comes, goes and is copied', () => {
    const step = fc.oneof(
      fc.record({ place: fc.nat(60), value: fc.nat() }),
      fc.constantFrom('shift', 'copy'),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let table = new RecentTable<number>();
        const left: [RecentTable<number>, number[]][] = [];
        const plain = new Map<number, number>();
        const sorted = (): [number, number][] => [...plain].sort(([a], [b]) => a - b);
        for (const each of steps) {
          if (each === 'copy') {
            left.push([table, table.values()]);
            table = table.copy();
          } else if (each === 'shift') {
            const [oldest] = sorted();
            expect(table.shift()).toBe(oldest?.[1]);
            if (oldest !== undefined) plain.delete(oldest[0]);
          } else {
            table.set([each.place], each.value);
            plain.set(each.place, each.value);
          }
        }
        expect(table.rows()).toEqual(sorted().map(([place, value]) => [[place], value]));
        expect(table.size).toBe(plain.size);
        for (const [place, value] of plain) expect(table.get(place)).toBe(value);
        for (const [before, values] of left) expect(before.values()).toEqual(values);
      }),
    );
  });
});
