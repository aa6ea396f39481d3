/**
 * Runs the benchmarks: `node bench/run.ts [--smoke] [--dist <folder>] [suite …]`. Writes
 * `bench/results/<suite>.md` and `.json`, and prints the Markdown.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers } from './harness/peers.ts';
import { writeReport } from './harness/report.ts';
import { ROOT, stagePackage } from './harness/stage.ts';
import type { Plan, Suite } from './harness/suite.ts';

const SUITES = [
  'get',
  'walk',
  'webhooks',
  'start',
  'fake-over-http',
  'fake-in-process',
  'growing-world',
  'acceptance',
];

const { values, positionals } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    dist: { type: 'string', default: path.join(ROOT, 'dist') },
  },
  allowPositionals: true,
});
const wanted = positionals.length === 0 ? SUITES : positionals;
const unknown = wanted.filter((name) => !SUITES.includes(name));
if (unknown.length > 0) {
  throw new Error(`no suite ${unknown.join(', ')}; there are ${SUITES.join(', ')}`);
}
const notMeasured: { what: string; why: string }[] = [];
const peers = values.smoke
  ? new Set<string>()
  : installPeers((why) => notMeasured.push({ what: 'peers', why }));
stagePackage(values.dist);
for (const name of wanted) {
  const { suite } = (await import(`./suites/${name}.ts`)) as { suite: Suite };
  const skipped: { what: string; why: string }[] = [...notMeasured];
  const plan: Plan = {
    smoke: values.smoke,
    peers,
    skipped: (what, why) => skipped.push({ what, why }),
  };
  const began = performance.now();
  const rows = await suite.run(plan);
  if (rows.length === 0) throw new Error(`${name} measured nothing`);
  const seconds = Math.round((performance.now() - began) / 1000);
  if (values.smoke) console.log(`${name}: ${rows.length} rows, ${seconds} s`);
  else console.log(`${writeReport(name, suite, rows, { skipped, seconds })}\n${seconds} s\n`);
}
