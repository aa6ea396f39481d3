import { expect, it } from 'vitest';
import { Table } from '/work/main/mock/table.ts';
it('works', () => {
  const t = new Table<[string, number], string>();
  t.set(['a', 1], 'x'); t.set(['a', 3], 'y'); t.set(['b', 2], 'z');
  const c = t.copy(); c.set(['a', 2], 'w');
  expect([...t.walk(['a'])].map(([, v]) => v)).toEqual(['x', 'y']);
  expect([...c.walk(['a'], { descending: true })].map(([, v]) => v)).toEqual(['y', 'w', 'x']);
  expect(t.first()?.[1]).toBe('x');
});
