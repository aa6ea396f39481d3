// Sends deliveries to receivers that are killed (SIGKILL) at random points: a thousand to one with the
// SQLite store, with and without a transaction around effect and claim; and two thousand to four with
// the Postgres store, whose connections and server are stopped too, with clocks 180 s apart. Run it with
// `npm run proof:kill`; a seed can follow `--`.
import assert from 'node:assert/strict';
import { killRun } from '../test/webhooks/kill/kill-run.ts';
import { postgresKillRun } from '../test/webhooks/kill/postgres-kill-run.ts';
import { seededRandom } from '../test/webhooks/kill/seeded-random.ts';

const SQLITE = { deliveries: 1000, kills: 200 };
const POSTGRES = { deliveries: 2000, processes: 4, kills: 100, cuts: 400, crashes: 5 };
const seed = Number(process.argv[2] ?? 1);

console.log(`seed ${seed}`);
for (const mode of ['plain', 'transaction'] as const) {
  const result = await killRun({ ...SQLITE, mode, random: seededRandom(seed) });
  console.log(`SQLite, ${mode}`, result);
  assert.equal(result.kills, SQLITE.kills);
  assert.equal(result.acknowledged, SQLITE.deliveries);
  assert.equal(result.lost, 0);
  assert.equal(result.unexplained, 0);
  if (mode === 'transaction') assert.equal(result.secondEffects, 0);
}

const result = await postgresKillRun({ ...POSTGRES, random: seededRandom(seed) });
if (result === undefined) {
  console.log('skipped: Postgres, which is not installed here');
} else {
  console.log('Postgres, transaction', result);
  const { kills, cuts, crashes, deliveries } = POSTGRES;
  const { attempts: _, ...counted } = result;
  const faultless = { lost: 0, secondEffects: 0, died: 0 };
  assert.deepEqual(counted, { kills, cuts, crashes, acknowledged: deliveries, ...faultless });
}
