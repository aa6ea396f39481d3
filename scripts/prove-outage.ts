// A service of 1,000 requests a second is away for three hours, while 200 leads a second come in: at a
// scale of 1:100, in simulated time. While it is away, the machines ask for at most 1.1 requests a lead;
// the backlog is gone within 75 minutes after; no lead is held as SERVICE_DOWN again, and every lead is
// decided and paid for once. Run it with `npm run proof:outage`; it takes minutes.
import assert from 'node:assert/strict';
import { outageOfHours } from '../test/intake/fleet/outage-of-hours.ts';

const SCALE = 100;
const HOUR_MS = 3_600_000;

const result = await outageOfHours({
  machines: Number(process.argv[2] ?? 1),
  leadsPerSecond: 200 / SCALE,
  requestsPerSecond: 1_000 / SCALE,
  outageMs: 3 * HOUR_MS,
  afterMs: 2 * HOUR_MS,
});
console.log(result);
assert.ok(result.requestsALead <= 1.1);
assert.ok((result.backlogGoneAfterMinutes ?? Infinity) <= 75);
assert.equal(result.downAgain, 0);
assert.equal(result.accepted, result.leads);
assert.equal(result.charges, result.leads);
