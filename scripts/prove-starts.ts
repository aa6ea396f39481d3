// Makes a thousand starts on SQLite files, four processes on each file at the same time, with the
// guide's receiver and with the store alone. Run it with `npm run proof:starts`.
import assert from 'node:assert/strict';
import { startTogether } from '../test/webhooks/starts/start-together.ts';

for (const kind of ['receiver', 'store'] as const) {
  const { starts, failures } = await startTogether({ kind, processes: 4, rounds: 250 });
  console.log(`${kind}: ${starts - failures.length} of ${starts} started`);
  assert.deepEqual(failures, []);
}
