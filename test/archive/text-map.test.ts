import { expect, it, vi } from 'vitest';
import { TextMap } from '../../src/archive/text-map.ts';
import { InvalidInputError } from '../../src/index.ts';

it('keeps more texts than its memory holds as a map would, whenever they come and go', () => {
  const map = new TextMap();
  const expected = new Map<string, string>();
  let wrong = 0;
  const put = (text: string, value: string) => {
    if (map.add(text, value) === expected.has(text)) wrong++;
    if (!expected.has(text)) expected.set(text, value);
  };
  for (let number = 0; number < 75_000; number++) {
    put(`records/${(number * 7919) % 74_000}`, `${number}`);
    if (number % 3 === 0) put(`records/${(number * 17) % 75_000}`, 'again');
    const gone = `records/${(number * 31) % 75_000}`;
    if (number % 20 === 0 && map.delete(gone) !== expected.delete(gone)) wrong++;
  }
  const rows = [...expected].sort(([a], [b]) => (a < b ? -1 : 1));
  expect([wrong, rows.length > 70_000]).toEqual([0, true]);
  expect(rows.slice(0, 1000).map(([text]) => [text, map.get(text)])).toEqual(rows.slice(0, 1000));
  expect(map.has('records/none')).toBe(false);
  expect([...map.entries()].join('\n') === rows.join('\n')).toBe(true);
  map.close();
});

it('needs node:sqlite for what its memory does not hold', () => {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const map = new TextMap();
  expect([map.add('a', '1'), map.add('a', '2'), map.get('a')]).toEqual([true, false, '1']);
  const all = () => [...map.entries()];
  expect(all).toThrow(InvalidInputError);
  expect(all).toThrow(/^vault: this runtime has no node:sqlite/);
});
