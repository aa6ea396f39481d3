// An outage of three hours over 10 domains, with 500 captures before it and 500 during it. First,
// without other trouble, it counts the requests of one reconciliation. Then three machines over one
// Postgres receive what the service still sends and reconcile at the same time, while they are killed
// (SIGKILL), their connections are cut and the server is stopped. Run it with `npm run proof:inbox`; a
// seed can follow `--`.
import assert from 'node:assert/strict';
import { reconcile } from '../src/webhooks/index.ts';
import { outageRun } from '../test/inbox/outage/outage-run.ts';
import { RecordWorld, START_MS } from '../test/inbox/support/record-world.ts';
import { seededRandom } from '../test/webhooks/kill/seeded-random.ts';
import { proveEngines } from './prove-engines.ts';

const SIZE = { domains: 10, before: 500, during: 500 };
const TROUBLES = { kills: 60, cuts: 120, crashes: 5 };
const REQUESTS_MOST = 40;
const seed = Number(process.argv[2] ?? 1);

/** Counts the requests after the same outage if nothing else goes wrong, with an inbox from before it. */
async function requestsAfterAnOutage() {
  const world = new RecordWorld();
  const capture = (index: number) => world.capture(`www.d${index % SIZE.domains}.example`);
  for (let i = 0; i < SIZE.before; i += 1) await capture(i);
  world.isUp = false;
  for (let i = 0; i < SIZE.during; i += 1) {
    await capture(i);
    await world.mock.clock.advance(Math.round((3 * 3_600_000) / SIZE.during));
  }
  await world.mock.clock.advance({ hours: 1 });
  const options = { since: START_MS, clock: world.mock.clock };
  world.requests();
  const first = await reconcile(world.client, world.inbox, options);
  const recovery = world.requests();
  await reconcile(world.client, world.inbox, options);
  const upToDate = world.requests();
  assert.equal(first.taken, SIZE.during);
  assert.equal(new Set(world.ids()).size, SIZE.before + SIZE.during);
  const lists = recovery.filter((operation) => operation !== 'cdrs.get').length;
  return { recovery: recovery.length, ofTheseLists: lists, upToDate: upToDate.length };
}

console.log(`seed ${seed}`);
const requests = await requestsAfterAnOutage();
console.log('requests of one reconciliation', requests);
assert.ok(requests.recovery <= REQUESTS_MOST);
assert.ok(requests.upToDate <= SIZE.domains + 1);

const machines = { received: 40, machines: 3, random: seededRandom(seed) };
const result = await outageRun({ ...SIZE, ...TROUBLES, ...machines });
if (result === undefined) {
  console.log('skipped: Postgres, which is not installed here');
} else {
  console.log('three machines', result);
  const faultless = { lost: 0, twice: 0, ofOthers: 0, died: 0 };
  assert.deepEqual({ ...result, ...TROUBLES, ...faultless }, result);
  assert.ok(result.killsBeforeMark > 0);
  assert.equal(result.captured, SIZE.before + SIZE.during);
  assert.equal(result.requestsUpToDate, SIZE.domains + 1);
}

await proveEngines(seed);
