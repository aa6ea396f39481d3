// A thousand deliveries of the fake to a receiver with the SQLite store, whose process is killed
// (SIGKILL) at random points, once with and once without a transaction around effect and claim. Run
// it with `npm run proof:kill`; a seed can follow `--`.
import assert from 'node:assert/strict';
import { killRun } from '../test/webhooks/kill/kill-run.ts';
import { seededRandom } from '../test/webhooks/kill/seeded-random.ts';

const DELIVERIES = 1000;
const KILLS = 200;
const seed = Number(process.argv[2] ?? 1);

console.log(`seed ${seed}`);
for (const mode of ['plain', 'transaction'] as const) {
  const random = seededRandom(seed);
  const result = await killRun({ deliveries: DELIVERIES, kills: KILLS, mode, random });
  console.log(mode, result);
  assert.equal(result.kills, KILLS);
  assert.equal(result.acknowledged, DELIVERIES);
  assert.equal(result.lost, 0);
  assert.equal(result.unexplained, 0);
  if (mode === 'transaction') assert.equal(result.secondEffects, 0);
}
