import { describe, expect, it } from 'vitest';
import { seededRandom } from '../webhooks/kill/seeded-random.ts';
import { intakeKillRun } from './kill/intake-kill-run.ts';
import { postgresPlace, sqlitePlace } from './kill/ledger-place.ts';
import { NOTHING_BROKEN } from './kill/nothing-broken.ts';

describe('intakes on one ledger that are killed (SIGKILL) at random points', () => {
  it('keep every promise on SQLite', async () => {
    const place = sqlitePlace();
    try {
      const troubles = { kills: 3, cuts: 0, crashes: 0 };
      const run = { leads: 12, processes: 2, ...troubles, random: seededRandom(1) };
      const result = await intakeKillRun(place, run);

      expect(result).toMatchObject({ ...troubles, ...NOTHING_BROKEN });
      expect(result.accepted).toBeGreaterThan(0);
    } finally {
      await place.end();
    }
  }, 60_000);

  it('keep every promise on Postgres, cut off and restarted', async ({ skip }) => {
    const place = await postgresPlace();
    if (place === undefined) return skip();
    try {
      const troubles = { kills: 2, cuts: 2, crashes: 1 };
      const run = { leads: 12, processes: 2, ...troubles, random: seededRandom(2) };
      const result = await intakeKillRun(place, run);

      expect(result).toMatchObject({ ...troubles, ...NOTHING_BROKEN });
      expect(result.accepted).toBeGreaterThan(0);
    } finally {
      await place.end();
    }
  }, 60_000);
});
