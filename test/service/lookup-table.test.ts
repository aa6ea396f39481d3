import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccountTable, LookupTable } from '../../mock/ground/lookup-tables.ts';

interface Row {
  readonly organizationId: string;
  readonly at: number;
}

const row = (organizationId: string, at: number): Row => ({ organizationId, at });

/** One step: set a value in the current table, or replace the table with a copy. */
type Step = { readonly id: string; readonly organizationId: string; readonly at: number } | 'copy';

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      organizationId: fc.constantFrom('x', 'y', 'z'),
      at: fc.nat(9),
    }),
  },
  { weight: 1, arbitrary: fc.constant('copy' as const) },
);

describe('a table that is only looked up in', () => {
  it('keeps its rows in the order in which their keys came, over changes and copies', () => {
    const table = new LookupTable<Row>();
    table.set(['b'], row('x', 1));
    table.set(['a'], row('x', 2));
    const copy = table.copy();
    copy.set(['c'], row('x', 3));
    copy.set(['b'], row('x', 4));
    expect(copy.rows().map(([[key], { at }]) => [key, at])).toEqual([
      ['b', 4],
      ['a', 2],
      ['c', 3],
    ]);
    expect(table.values().map(({ at }) => at)).toEqual([1, 2]);
    expect([table.size, copy.size]).toEqual([2, 3]);
  });

  it('counts its changes from its own beginning', () => {
    const table = new LookupTable<Row>();
    table.set(['a'], row('x', 1));
    const copy = table.copy();
    copy.set(['a'], row('x', 2));
    copy.set(['b'], row('x', 2));
    expect([table.changes, copy.changes]).toEqual([1, 2]);
  });
});

describe('a table of what organizations have', () => {
  it('says what there is of one thing, and of no other', () => {
    const table = new AccountTable<Row>();
    table.set(['a', 'x'], row('x', 1));
    table.set(['b', 'x'], row('x', 2));
    table.set(['a', 'y'], row('y', 3));
    expect([...table.of('a')]).toEqual([row('x', 1), row('y', 3)]);
    expect([...table.of('c')]).toEqual([]);
    expect(table.has('b', 'y')).toBe(false);
  });

  it('goes by the key of a row whose value names another organization', () => {
    const table = new AccountTable<Row>();
    table.set(['a', 'x'], row('y', 1));
    expect(table.get('a', 'x')).toEqual(row('x', 1));
    expect(table.get('a', 'y')).toBeUndefined();
  });

  it('does what a plain map does, and so does each copy that was left behind', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let table = new AccountTable<Row>();
        let plain = new Map<string, Row>();
        const left: [AccountTable<Row>, Map<string, Row>][] = [];
        for (const each of steps) {
          if (each === 'copy') {
            left.push([table, plain]);
            table = table.copy();
            plain = new Map(plain);
            continue;
          }
          const { id, organizationId, at } = each;
          table.set([id, organizationId], { organizationId, at });
          plain.set(`${id} ${organizationId}`, { organizationId, at });
        }
        for (const [one, other] of [...left, [table, plain] as const]) {
          const rows = one.rows().map(([key, value]) => [key.join(' '), value] as const);
          expect(new Map(rows)).toEqual(other);
          expect(one.size).toBe(other.size);
          for (const [key, value] of other) {
            const [id = '', organizationId = ''] = key.split(' ');
            expect(one.get(id, organizationId)).toEqual(value);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves alone what a copy has, whichever of the two continues', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.array(step, { maxLength: 30 }),
        (one, two) => {
          const fill = (table: AccountTable<Row>, steps: readonly Step[]): void => {
            for (const each of steps) {
              if (each !== 'copy')
                table.set([each.id, each.organizationId], row(each.organizationId, each.at));
            }
          };
          const table = new AccountTable<Row>();
          fill(table, one);
          const copy = table.copy();
          const before = JSON.stringify(table.rows());
          fill(copy, two);
          expect(JSON.stringify(table.rows())).toBe(before);
          const after = JSON.stringify(copy.rows());
          fill(table, two);
          expect(JSON.stringify(copy.rows())).toBe(after);
        },
      ),
      { numRuns: 100 },
    );
  });
});
