import { describe, expect, it } from 'vitest';
import { newestIn } from '../../src/calibrate/account.ts';
import { listOf } from '../../src/calibrate/answer.ts';
import { normalValue } from '../../src/calibrate/readings/common-pair.ts';
import { tokenIn } from '../../src/calibrate/token-in.ts';

describe('what a calibration reads', () => {
  it.each([
    ['shr_1', 'shr_1'],
    ['', ''],
    ['https://a.example/v1/shares/shr_1', 'shr_1'],
    ['https://a.example/v1/shares/shr_1/receive?x=1#y', 'shr_1'],
    ['https://a.example/v1/shares/shr%2F1?x', 'shr/1'],
    ['https://a.example/v1/shares/%E0', undefined],
    ['https://a.example/v1/shares/', 'https://a.example/v1/shares/'],
  ])('is the token in %j', (text, token) => {
    expect(tokenIn(text)).toBe(token);
  });

  it('is a metadata value without its case, and with single spaces', () => {
    expect(normalValue('  Zoë \t\n NÚÑEZ ')).toBe('zoë núñez');
  });

  it('is the newest instant of an account, whatever the order', () => {
    const entries = [2, 3, 1].map((createdAt) => ({ createdAt }));
    expect(newestIn({ entries } as unknown as Parameters<typeof newestIn>[0])).toBe(3);
    expect(newestIn({ entries: [] })).toBe(0);
  });

  it('is a list, or none', () => {
    expect([[1], 'x', undefined, { length: 1 }].map(listOf)).toEqual([[1], [], [], []]);
  });
});
