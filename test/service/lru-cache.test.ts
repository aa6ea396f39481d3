import { describe, expect, it } from 'vitest';
import { LruCache } from '../../mock/ground/lru-cache.ts';

function recentOf(...keys: string[]): LruCache<string, string> {
  const recent = new LruCache<string, string>(2);
  for (const key of keys) recent.set(key, `value of ${key}`);
  return recent;
}

const kept = (recent: LruCache<string, string>): string[] =>
  ['a', 'b', 'c'].filter((key) => recent.get(key) === `value of ${key}`);

describe('what was asked for last', () => {
  it('makes room for the newest where it is full', () => {
    expect(kept(recentOf('a', 'b', 'c'))).toEqual(['b', 'c']);
  });

  it('keeps what was asked for since, rather than what was not', () => {
    const recent = recentOf('a', 'b');
    recent.get('a');
    recent.set('c', 'value of c');
    expect(kept(recent)).toEqual(['a', 'c']);
  });

  it('takes another value for a key that it has without making room', () => {
    const recent = recentOf('a', 'b');
    recent.set('a', 'another');
    expect(['a', 'b'].map((key) => recent.get(key))).toEqual(['another', 'value of b']);
  });
});
