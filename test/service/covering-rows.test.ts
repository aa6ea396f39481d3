import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coveringRows } from '../../mock/readings/covering-rows.ts';

const pairsOf = (row: readonly number[]): string[] =>
  row.flatMap((b, right) => row.slice(0, right).map((a, left) => `${left} ${a} ${right} ${b}`));

it('every pair of values of two columns is in a row, the first row is all zeros, and no row is idle', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 9 }),
      (sizes) => {
        const rows = coveringRows(sizes);
        expect(rows[0]).toEqual(sizes.map(() => 0));
        for (const row of rows) {
          expect(row.every((value, column) => value >= 0 && value < (sizes[column] ?? 0))).toBe(
            true,
          );
        }
        const seen = new Set<string>();
        for (const row of rows) {
          const before = seen.size;
          for (const pair of pairsOf(row)) seen.add(pair);
          expect(seen.size).toBeGreaterThan(before);
        }
        let pairs = 0;
        for (const [right, size] of sizes.entries()) {
          for (const left of sizes.slice(0, right)) pairs += left * size;
        }
        expect(seen.size).toBe(pairs);
      },
    ),
    { numRuns: 100 },
  );
});

it('the same sizes give the same rows, and few', () => {
  const sizes = [3, 3, ...Array.from({ length: 20 }, () => 2)];
  const rows = coveringRows(sizes);
  expect(coveringRows(sizes)).toEqual(rows);
  expect(rows.length).toBeLessThan(16);
});
