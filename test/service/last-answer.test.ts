import { describe, expect, it } from 'vitest';
import { lastAnswer } from '../../mock/ground/lru-cache.ts';

describe('a function that keeps its last answer', () => {
  it('is asked once for what is asked again at once', () => {
    const asked: (string | null)[] = [];
    const upper = lastAnswer((question: string | null) => {
      asked.push(question);
      return question?.toUpperCase();
    });
    const answers = ['a', 'a', null, null, 'a'].map(upper);
    expect(answers).toEqual(['A', 'A', undefined, undefined, 'A']);
    expect(asked).toEqual(['a', null, 'a']);
  });

  it('answers what is undefined, too', () => {
    expect(lastAnswer((question: undefined) => String(question))(undefined)).toBe('undefined');
  });
});
