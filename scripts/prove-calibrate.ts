// Calibrations of fakes whose readings are hidden from them: 1,000 worlds by two clients alone, and
// 1,000 with materials, each with random readings; then the same service with one change at a time.
// What was told wrongly, what was told to differ where nothing was changed, charges and hand-offs are
// counted from the world itself. Run it with `npm run proof:calibrate`; a number of worlds can follow
// `--`.
import assert from 'node:assert/strict';
import { calibrateWorld, runHidden } from '../test/calibrate/support/calibrated.ts';
import { hiddenWorld } from '../test/calibrate/support/hidden-world.ts';
import { plant } from '../test/calibrate/support/plant.ts';
import { PLANTED_CHANGES } from '../test/calibrate/support/planted-changes.ts';

const WORLDS = Number(process.argv[2] ?? 1000);

async function hiddenWorlds(withMaterials: boolean) {
  const measured: number[] = [];
  const sum = { told: 0, wrong: 0, 'false alarms': 0, charges: 0, 'hand-offs': 0, requests: 0 };
  for (let world = 1; world <= WORLDS; world += 1) {
    const result = await runHidden(world + (withMaterials ? WORLDS : 0), withMaterials);
    measured.push(result.measured);
    sum.told += result.measured;
    sum.wrong += result.wrong.length;
    sum['false alarms'] += result.falseAlarms.length;
    sum.charges += result.charges;
    sum['hand-offs'] += result.handoffs;
    sum.requests += result.report.requests;
    if (result.wrong.length + result.falseAlarms.length > 0) {
      console.log(world, result.wrong, result.falseAlarms);
    }
  }
  measured.sort((a, b) => a - b);
  const [least = 0, median = 0] = [measured[0], measured[Math.floor(WORLDS / 2)]];
  const most = measured.at(-1);
  return {
    worlds: WORLDS,
    least,
    median,
    most,
    ...sum,
    requests: Math.round(sum.requests / WORLDS),
  };
}

async function isTold(change: (typeof PLANTED_CHANGES)[number]): Promise<boolean> {
  const world = await hiddenWorld({});
  const fetch = plant(world.mock.fetch, change);
  const [sender, receiver] = [
    world.client(world.sender, fetch),
    world.client(world.receiver, fetch),
  ];
  const { readings, statements } = await calibrateWorld(world, { sender, receiver });
  return [...readings, ...statements].some(({ verdict }) => verdict === 'differs');
}

const untold: string[] = [];
for (const change of PLANTED_CHANGES) if (!(await isTold(change))) untold.push(change.what);
console.log(`${PLANTED_CHANGES.length - untold.length} of ${PLANTED_CHANGES.length} changes told`);
if (untold.length > 0) console.log('not told:', untold);

const alone = await hiddenWorlds(false);
const handed = await hiddenWorlds(true);
console.table({ 'two clients alone': alone, 'with materials': handed });
for (const { wrong, charges, ...each } of [alone, handed]) {
  assert.deepEqual([wrong, each['false alarms'], charges, each['hand-offs']], [0, 0, 0, 0]);
}
assert.ok(alone.least >= 15 && handed.least >= 18);
assert.ok(PLANTED_CHANGES.length >= 50 && untold.length <= PLANTED_CHANGES.length / 10);
