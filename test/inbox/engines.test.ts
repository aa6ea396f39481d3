import { describe, expect, it } from 'vitest';
import { seededRandom } from '../webhooks/kill/seeded-random.ts';
import { dbosEngine } from './engines/dbos-engine.ts';
import { engineRun } from './engines/engine-run.ts';
import { restateEngine } from './engines/restate-engine.ts';

const MACHINES = 3;

describe.each([
  ['DBOS', dbosEngine],
  ['Restate', () => restateEngine(MACHINES)],
])('workers on %s that are killed in an outage and after it', (_name, start) => {
  it('archive each captured record in one workflow, and pay for it once', async ({ skip }) => {
    const engine = await start();
    if (engine === undefined) return skip('no server');
    const size = { domains: 3, before: 12, during: 18, received: 3, machines: MACHINES, kills: 3 };
    const result = await engineRun(engine, { ...size, random: seededRandom(5) });
    expect(result).toEqual({
      kills: 3,
      captured: 30,
      lost: 0,
      workflows: 30,
      twice: 0,
      unfinished: 0,
      paidForOthers: 0,
      paid: 30,
      paidTwice: 0,
      died: 0,
    });
  }, 120_000);
});
