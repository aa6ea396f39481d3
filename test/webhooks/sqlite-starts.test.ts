import { describe, expect, it } from 'vitest';
import { startTogether } from './starts/start-together.ts';

describe('several processes that open one new SQLite file at the same instant', () => {
  it.each(['receiver', 'store'] as const)(
    'all start: the %s',
    async (kind) => {
      expect(await startTogether({ kind, processes: 4, rounds: 25 })).toEqual({
        starts: 100,
        failures: [],
      });
    },
    30_000,
  );
});
