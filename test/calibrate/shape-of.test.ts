import { expect, it } from 'vitest';
import { shapeOf } from '../../src/calibrate/shape-of.ts';

it('the form of a reply is told to a bounded depth, however deeply lists or objects are nested', () => {
  const depth = 100_000;
  const lists: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  const objects: unknown = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  expect(shapeOf(lists)).toBe('[1 of [1 of [1 of [1 of [1 of list]]]]]');
  expect(shapeOf(objects)).toBe('{ a: { a: { a: { a: { a: object } } } } }');
  expect(shapeOf([[1], 'a'])).toBe('[2 of [1 of number]]');
});
