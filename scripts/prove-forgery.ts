// Makes 100,000 random changes to a correctly signed delivery. Each must be refused, with the error that
// says why. Then prints how many times as much a forged delivery costs as a good one of its size: the
// first of a process, and later ones. Run it with `npm run proof:forgery`; a seed can follow `--`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { FORGERIES } from '../test/webhooks/support/forgeries.ts';
import { low, type Measured, SHAPES } from './measure-forgery.ts';

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
const PROCESSES = 3;
const MEASURE = fileURLToPath(new URL('./measure-forgery.ts', import.meta.url));

function measured(shape: string, bytes: number, isForged: boolean): Measured[] {
  const args = [MEASURE, shape, String(bytes), String(isForged)];
  return Array.from({ length: PROCESSES }, () => {
    const out = execFileSync(process.execPath, args, { encoding: 'utf8' });
    return JSON.parse(out) as Measured;
  });
}

/** How many times as much a forged delivery costs: later ones, and the first of a process. */
function ratiosOf(shape: string, bytes: number) {
  const [good, forged] = [measured(shape, bytes, false), measured(shape, bytes, true)];
  const later = (kind: 'good' | 'forged') => low([...good, ...forged].map((each) => each[kind]));
  const first = (runs: readonly Measured[]) => low(runs.map((each) => each.first));
  return { later: later('forged') / later('good'), first: first(forged) / first(good) };
}

const rows: Record<string, Record<string, string>> = {};
let most = 0;
for (const shape of Object.keys(SHAPES)) {
  for (const bytes of SIZES) {
    const { later, first } = ratiosOf(shape, bytes);
    most = Math.max(most, later, first);
    rows[`${shape}, ${bytes} bytes`] = { later: later.toFixed(1), first: first.toFixed(1) };
  }
}
console.table(rows);
console.log(`a forged delivery costs at most ${most.toFixed(1)} times a good one of its size`);
