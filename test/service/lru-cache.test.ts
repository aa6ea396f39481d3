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

  it('has the latest half of what it may keep, and never more than that', () => {
    const recent = new LruCache<number, string>(10);
    for (let key = 0; key < 100; key += 1) {
      recent.set(key, 'value');
      const latest = Array.from({ length: Math.min(5, key + 1) }, (_, back) => key - back);
      expect(latest.map((each) => recent.get(each))).toEqual(latest.map(() => 'value'));
    }
    const kept = Array.from({ length: 100 }, (_, key) => key).filter((key) => recent.get(key));
    expect(kept.length).toBeLessThanOrEqual(10);
  });

  it('takes another value for a key that it has without making room', () => {
    const recent = recentOf('a', 'b');
    recent.set('a', 'another');
    expect(['a', 'b'].map((key) => recent.get(key))).toEqual(['another', 'value of b']);
  });
});
