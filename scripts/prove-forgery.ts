// Makes 100,000 random changes to a correctly signed delivery. Each must be refused, with the error that
// says why. Then prints how many times as much a forged delivery costs as a good one of its size, in a
// process that has handled many and in a new one. Run it with `npm run proof:forgery`; a seed can follow
// `--`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { FORGERIES } from '../test/webhooks/support/forgeries.ts';
import { deliverer, SHAPES } from './measure-forgery.ts';

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

const SIZES = [512, 2048, 8000, 65_536];
const WARM_RUNS = 200;
const NEW_PROCESSES = 3;
const MEASURE = fileURLToPath(new URL('./measure-forgery.ts', import.meta.url));

/** The first decile: what else the machine does only adds time. */
function low(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? 0;
}

async function warm(shape: string, bytes: number): Promise<number> {
  const [good, forged] = [
    await deliverer(shape, bytes, false),
    await deliverer(shape, bytes, true),
  ];
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < WARM_RUNS; run += 1) {
    for (const [at, deliver] of [good, forged].entries()) {
      const before = process.hrtime.bigint();
      await deliver();
      times[at]?.push(Number(process.hrtime.bigint() - before));
    }
  }
  return low(times[1]) / low(times[0]);
}

function cold(shape: string, bytes: number): number {
  const [good, forged] = [false, true].map((isForged) => {
    const args = [MEASURE, shape, String(bytes), String(isForged)];
    const times = Array.from({ length: NEW_PROCESSES }, () =>
      Number(execFileSync(process.execPath, args, { encoding: 'utf8' })),
    );
    return low(times);
  });
  return (forged ?? 0) / (good ?? 1);
}

const rows: Record<string, Record<string, string>> = {};
let most = 0;
for (const shape of Object.keys(SHAPES)) {
  for (const bytes of SIZES) {
    const ratios = { warm: await warm(shape, bytes), cold: cold(shape, bytes) };
    most = Math.max(most, ratios.warm, ratios.cold);
    rows[`${shape}, ${bytes} bytes`] = {
      warm: ratios.warm.toFixed(1),
      'new process': ratios.cold.toFixed(1),
    };
  }
}
console.table(rows);
console.log(`a forged delivery costs at most ${most.toFixed(1)} times a good one of its size`);
