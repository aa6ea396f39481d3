// Calibrates fakes whose random readings are hidden from the calibration: 1,000 worlds with only two
// clients, 1,000 with the materials for which users are promised 22 readings, and 1,000 with all
// materials. Then it calibrates the same service with one change at a time, and services that let
// receives through. Wrong readings, differences reported where nothing was changed, charges and handoffs
// are counted from the world itself. Run it with `npm run proof:calibrate`; a number of worlds can
// follow `--`.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import {
  calibrateWorld,
  type Given,
  judge,
  runHidden,
} from '../test/calibrate/support/calibrated.ts';
import { hiddenWorld } from '../test/calibrate/support/hidden-world.ts';
import { type PlantedChange, plant } from '../test/calibrate/support/plant.ts';
import { PLANTED_CHANGES } from '../test/calibrate/support/planted-changes.ts';

const WORLDS = Number(process.argv[2] ?? 1000);

async function hiddenWorlds(given: Given, from: number) {
  const measured: number[] = [];
  const sum = { told: 0, wrong: 0, 'false alarms': 0, charges: 0, 'hand-offs': 0, requests: 0 };
  for (let world = from; world < from + WORLDS; world += 1) {
    const result = await runHidden(world, given);
    // What a weak reference was read of in a task lives until its end, and no run ends the task.
    await setImmediate();
    measured.push(result.measured);
    sum.told += result.measured;
    sum.wrong += result.wrong.length;
    sum['false alarms'] += result.falseAlarms.length;
    sum.charges += result.charges;
    sum['hand-offs'] += result.handoffs;
    sum.requests += result.report.requests;
    if (result.wrong.length + result.falseAlarms.length > 0) {
      console.log(given, world, result.wrong, result.falseAlarms);
    }
  }
  measured.sort((a, b) => a - b);
  const [least = 0, median = 0] = [measured[0], measured[Math.floor(WORLDS / 2)]];
  const most = measured.at(-1);
  const requests = Math.round(sum.requests / WORLDS);
  return { worlds: WORLDS, least, median, most, ...sum, requests };
}

async function isTold(change: PlantedChange): Promise<boolean> {
  const world = await hiddenWorld({});
  const fetch = plant(world.mock.fetch, change);
  const report = await calibrateWorld(world, {
    sender: world.client(world.sender, fetch),
    receiver: world.client(world.receiver, fetch),
  });
  return judge(report, {}).falseAlarms.length > 0;
}

const untold: string[] = [];
for (const change of PLANTED_CHANGES) {
  if (!(await isTold(change))) untold.push(change.what);
}
console.log(`${PLANTED_CHANGES.length - untold.length} of ${PLANTED_CHANGES.length} changes told`);
if (untold.length > 0) console.log('not told:', untold);

const alone = await hiddenWorlds('alone', 1);
const named = await hiddenWorlds('named', 1 + WORLDS);
const all = await hiddenWorlds('all', 1 + 2 * WORLDS);
console.table({
  'two clients alone': alone,
  'with the named materials': named,
  'with all materials': all,
});
for (const { wrong, charges, ...each } of [alone, named, all]) {
  assert.deepEqual([wrong, each['false alarms'], charges, each['hand-offs']], [0, 0, 0, 0]);
}
assert.ok(alone.least >= 19 && named.least >= 22);
assert.ok(PLANTED_CHANGES.length >= 50 && untold.length <= PLANTED_CHANGES.length / 10);
