import { Child } from '../harness/child.ts';
import type { Row } from '../harness/row.ts';
import { ratioOf, spreadOf } from '../harness/statistics.ts';
import type { Plan, Suite } from '../harness/suite.ts';

const WORLD = new URL('../servers/world.ts', import.meta.url).href;

/** The operations, with the number of each in a round. */
const OPERATIONS: Readonly<Record<string, number>> = {
  'first page': 20,
  'deep page': 20,
  'filtered page': 40,
  get: 200,
  receive: 100,
  share: 100,
  snapshot: 200,
  restore: 200,
};

/** The operations that copy the world. */
const COPIES = new Set(['snapshot', 'restore']);

const ROUNDS = 45;
const WARM_UP_ROUNDS = 5;
const RATIO_LIMIT = 1.1;
const COPY_LIMIT = 1.5;
const RECORD_LIMIT_KB = 1;
/** Capturing ten times the records may take at most this many times as long. */
const CAPTURE_LIMIT = 10.5;

interface World {
  readonly records: number;
  readonly child: Child;
  readonly bytesPerRecord: number;
  readonly captureMs: number;
}

async function startWorld(records: number): Promise<World> {
  const { child, hello } = await Child.start(WORLD, [String(records)], ['--expose-gc']);
  return { records, child, ...(hello as Pick<World, 'bytesPerRecord' | 'captureMs'>) };
}

async function measure(name: string, worlds: readonly World[], plan: Plan): Promise<Row[]> {
  const operations = plan.smoke ? 2 : (OPERATIONS[name] ?? 1);
  const times = new Map<World, number[]>(worlds.map((world) => [world, []]));
  const [first, rounds] = plan.smoke ? [0, 1] : [-WARM_UP_ROUNDS, ROUNDS];
  for (let turn = first; turn < rounds; turn += 1) {
    for (const [{ child }, list] of times) {
      const { wallMs } = await child.ask<{ wallMs: number }>({ name, operations });
      if (turn >= 0) list.push((wallMs * 1000) / operations);
    }
  }
  const [base = []] = times.values();
  const largest = worlds.at(-1);
  return [...times].map(([world, list]) => ({
    measure: name,
    subject: `${world.records.toLocaleString('en-US')} records`,
    value: spreadOf(list),
    unit: 'µs',
    ratio: ratioOf(list, base),
    ...(world === largest && { limit: COPIES.has(name) ? COPY_LIMIT : RATIO_LIMIT }),
  }));
}

/** Compares how long each world took to capture with the world of a tenth of its size. */
function captureRows(worlds: readonly World[]): Row[] {
  return worlds.map(({ records, captureMs }, index) => {
    const tenth = worlds[index - 1]?.captureMs;
    const isLast = index === worlds.length - 1;
    return {
      measure: 'capturing all of them, beside a tenth of them',
      subject: `${records.toLocaleString('en-US')} records`,
      value: spreadOf([captureMs]),
      unit: 'ms',
      ...(tenth !== undefined && { ratio: spreadOf([captureMs / tenth]) }),
      ...(isLast && { limit: CAPTURE_LIMIT }),
    };
  });
}

function memoryRows(worlds: readonly World[]): Row[] {
  return worlds.map(({ records, bytesPerRecord }) => ({
    measure: 'memory of a record, without its image',
    subject: `${records.toLocaleString('en-US')} records`,
    value: spreadOf([bytesPerRecord / 1024]),
    unit: 'KB',
    ...(records === worlds.at(-1)?.records && { limit: RECORD_LIMIT_KB }),
  }));
}

export const suite: Suite = {
  title: 'A growing world',
  about:
    'The fake with more and more records on one domain; the same work at 1,000 records counts as ' +
    '1. Each world is a process of its own. The filter matches 50 records in each.',
  run: async (plan) => {
    const sizes = plan.smoke ? [100, 200] : [1000, 10_000, 100_000];
    const worlds: World[] = [];
    try {
      for (const records of sizes) worlds.push(await startWorld(records));
      const rows: Row[] = [];
      for (const name of Object.keys(OPERATIONS)) rows.push(...(await measure(name, worlds, plan)));
      rows.push(...memoryRows(worlds));
      // Last, when nothing else is measured: it needs more than a gigabyte, and only its capture counts.
      worlds.push(await startWorld((sizes.at(-1) ?? 0) * 10));
      return [...rows, ...captureRows(worlds)];
    } finally {
      for (const { child } of worlds) await child.stop();
    }
  },
};
