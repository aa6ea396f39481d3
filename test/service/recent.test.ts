import { describe, expect, it } from 'vitest';
import { Recent } from '../../mock/recent.ts';

describe('what was made last', () => {
  it('is made once for a key', () => {
    const recent = new Recent<string, object>(2);
    const first = recent.of('a', () => ({}));
    expect(recent.of('a', () => ({}))).toBe(first);
    expect(recent.of('b', () => ({}))).not.toBe(first);
  });

  it('makes room for the newest where it is full', () => {
    const recent = new Recent<string, number>(2);
    for (const [value, key] of ['a', 'b', 'c'].entries()) recent.set(key, value);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([undefined, 1, 2]);
  });

  it('takes another value for a key that it has without making room', () => {
    const recent = new Recent<string, number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 3);
    expect(['a', 'b'].map((key) => recent.get(key))).toEqual([3, 2]);
  });
});
