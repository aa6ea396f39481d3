// The outage of `prove-inbox.ts` on three machines that run the examples for DBOS and for Restate, and
// pay for each record, while they are killed (SIGKILL). A part of `npm run proof:inbox`.
import assert from 'node:assert/strict';
import { dbosEngine } from '../test/inbox/engines/dbos-engine.ts';
import { engineRun } from '../test/inbox/engines/engine-run.ts';
import { restateEngine } from '../test/inbox/engines/restate-engine.ts';
import { seededRandom } from '../test/webhooks/kill/seeded-random.ts';

const SIZE = { domains: 10, before: 500, during: 500, received: 40, machines: 3, kills: 60 };

/** Plays it on each engine whose server is installed here. */
export async function proveEngines(seed: number): Promise<void> {
  for (const start of [dbosEngine, () => restateEngine(SIZE.machines)]) {
    const engine = await start();
    if (engine === undefined) continue;
    const result = await engineRun(engine, { ...SIZE, random: seededRandom(seed) });
    console.log(engine.name, result);
    assert.deepEqual(result, {
      kills: SIZE.kills,
      captured: 1_000,
      lost: 0,
      workflows: 1_000,
      twice: 0,
      unfinished: 0,
      paidForOthers: 0,
      paid: 1_000,
      paidTwice: 0,
      died: 0,
    });
  }
}
