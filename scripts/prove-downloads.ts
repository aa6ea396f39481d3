// Kills a process (SIGKILL) in the middle of `downloadTo`, a hundred times, and checks what it leaves
// beside the targets. Run it with `npm run proof:downloads`; a seed can follow `--`.
import assert from 'node:assert/strict';
import { litterRun } from '../test/client/litter/litter-run.ts';
import { seededRandom } from '../test/webhooks/kill/seeded-random.ts';

const KILLS = 100;
const TARGETS = ['image.png', `${'x'.repeat(251)}.png`];
const seed = Number(process.argv[2] ?? 1);

console.log(`seed ${seed}`);
const random = seededRandom(seed);
const result = await litterRun({ kills: KILLS, targets: TARGETS, killWithinMs: 12, random });
console.log(result);
assert.equal(result.kills, KILLS);
assert.ok(result.left > 0);
assert.ok(result.mostFiles <= 1);
assert.ok(result.names.length <= TARGETS.length);
assert.equal(result.broken, 0);
assert.equal(result.open, 0);
assert.deepEqual(result.atLast, TARGETS.toSorted());
