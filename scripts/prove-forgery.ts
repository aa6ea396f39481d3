// Makes 100,000 random changes to a correctly signed delivery. Each must be refused, with the error that
// says why. Run it with `npm run proof:forgery`; a seed can follow `--`.
import * as fc from 'fast-check';
import { FORGERIES } from '../test/webhooks/support/forgeries.ts';

const TOTAL = 100_000;
const seed = Number(process.argv[2] ?? 1);
const properties = Object.entries(FORGERIES);
const numRuns = TOTAL / properties.length;

console.log(`seed ${seed}`);
for (const [where, property] of properties) {
  const result = await fc.check(property as fc.IAsyncPropertyWithHooks<unknown>, { seed, numRuns });
  if (result.failed) {
    console.error(fc.defaultReportMessage(result));
    process.exit(1);
  }
  console.log(`${where}: ${result.numRuns} of ${numRuns} refused`);
}
console.log(`${TOTAL} forgeries refused, none accepted`);
