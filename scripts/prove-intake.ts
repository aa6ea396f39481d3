// Kills (SIGKILL) the processes of lead intakes at random points: four processes on one ledger, 500
// kills with SQLite and 500 with Postgres, whose connections are cut and whose server is stopped too.
// The service loses answers before and after its commit, is busy (429, 503) and renders late. Links
// expire and are recycled; records come through two links, with other people's phones, and after
// another program received them. Then all trouble ends, and due leads are resumed until none is left.
// The clocks of the processes, passed as `clock` to the intake and the client, run 60 times as fast as
// the wall clock, and the fake's time follows them. Run it with `npm run proof:intake`; a seed can
// follow `--`.
import assert from 'node:assert/strict';
import { type IntakeKillOptions, intakeKillRun } from '../test/intake/kill/intake-kill-run.ts';
import type { IntakeKillResult } from '../test/intake/kill/kill-result.ts';
import { type LedgerPlace, postgresPlace, sqlitePlace } from '../test/intake/kill/ledger-place.ts';
import { NOTHING_BROKEN } from '../test/intake/kill/nothing-broken.ts';
import { seededRandom } from '../test/webhooks/kill/seeded-random.ts';

const COMMON = { leads: 1000, processes: 4, kills: 500 };
const seed = Number(process.argv[2] ?? 1);
const results: Record<string, IntakeKillResult & { seconds: number }> = {};

async function prove(
  name: string,
  place: LedgerPlace,
  troubles: Pick<IntakeKillOptions, 'cuts' | 'crashes'>,
): Promise<void> {
  const began = performance.now();
  try {
    const options = { ...COMMON, ...troubles, random: seededRandom(seed) };
    const result = await intakeKillRun(place, options);
    results[name] = { ...result, seconds: Math.round((performance.now() - began) / 1000) };
  } finally {
    await place.end();
  }
}

console.log(`seed ${seed}`);
await prove('SQLite', sqlitePlace(), { cuts: 0, crashes: 0 });
const postgres = await postgresPlace();
if (postgres === undefined) console.log('skipped: Postgres, which is not installed here');
else await prove('Postgres', postgres, { cuts: 100, crashes: 5 });
console.table(
  Object.fromEntries(
    Object.keys(results['SQLite'] ?? {}).map((figure) => [
      figure,
      Object.fromEntries(
        Object.entries(results).map(([name, result]) => [
          name,
          result[figure as keyof IntakeKillResult],
        ]),
      ),
    ]),
  ),
);
for (const result of Object.values(results)) {
  assert.equal(result.kills, COMMON.kills);
  assert.deepEqual({ ...result, ...NOTHING_BROKEN }, result);
}
