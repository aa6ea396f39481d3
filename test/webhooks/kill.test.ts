import { describe, expect, it } from 'vitest';
import { killRun } from './kill/kill-run.ts';
import { postgresKillRun } from './kill/postgres-kill-run.ts';
import { seededRandom } from './kill/seeded-random.ts';

/** `npm run proof:kill` has ten times as many. */
const DELIVERIES = 15;
const KILLS = 5;

describe('a receiver that is killed (SIGKILL) at random points', () => {
  it('loses no event, and runs again only what was in flight, once per kill', async () => {
    const run = { deliveries: DELIVERIES, kills: KILLS, random: seededRandom(1) };
    const result = await killRun({ ...run, mode: 'plain' });
    expect(result).toMatchObject({
      kills: KILLS,
      acknowledged: DELIVERIES,
      lost: 0,
      unexplained: 0,
    });
    expect(result.secondRuns).toBeLessThanOrEqual(KILLS);
  }, 60_000);

  it('has each effect once, where it shares a transaction with the claim', async () => {
    const run = { deliveries: DELIVERIES, kills: KILLS, random: seededRandom(2) };
    const result = await killRun({ ...run, mode: 'transaction' });
    expect(result).toMatchObject({
      kills: KILLS,
      acknowledged: DELIVERIES,
      lost: 0,
      unexplained: 0,
    });
    expect(result.secondEffects).toBe(0);
  }, 60_000);
});

describe('receivers on one Postgres that are killed, cut off and out of step', () => {
  it('acknowledge nothing without its effect, and have no effect twice', async ({ skip }) => {
    const troubles = { kills: 2, cuts: 8, crashes: 1 };
    const run = { deliveries: 40, processes: 2, ...troubles, random: seededRandom(3) };
    const result = await postgresKillRun(run);
    if (result === undefined) return skip();
    const { attempts: _, ...counted } = result;
    const faultless = { acknowledged: 40, lost: 0, secondEffects: 0, died: 0 };
    expect(counted).toEqual({ ...troubles, ...faultless });
  }, 60_000);
});
