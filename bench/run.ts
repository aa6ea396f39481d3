/**
 * Runs the benchmarks: `node bench/run.ts [--smoke] [--record] [--dist <folder>] [--before <folder>]
 * [--rows <number>] [suite …]`. `--before` is the `dist` of an earlier version. Prints
 * Markdown and writes it to `bench/results`, with the figures as JSON; `--record` keeps the medians for
 * `docs/performance.md`.
 */
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers } from './harness/peers.ts';
import { recordReport } from './harness/recorded.ts';
import { reportOf, writeReport } from './harness/report.ts';
import { BEFORE, ROOT, stagePackage } from './harness/stage.ts';
import type { Plan, Suite } from './harness/suite.ts';
import { SUITES } from './suites/names.ts';

const { values, positionals } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    rows: { type: 'string', default: '1000000' },
    before: { type: 'string' },
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
if (values.before !== undefined) {
  stagePackage(values.before, BEFORE);
  peers.add(BEFORE);
}
for (const name of wanted) {
  const { suite } = (await import(`./suites/${name}.ts`)) as { suite: Suite };
  const skipped: { what: string; why: string }[] = [...notMeasured];
  const plan: Plan = {
    smoke: values.smoke,
    rows: Number(values.rows),
    peers,
    skipped: (what, why) => skipped.push({ what, why }),
  };
  const loadBefore = loadavg()[0] ?? 0;
  const began = performance.now();
  const rows = await suite.run(plan);
  if (rows.length === 0) {
    if (skipped.length === 0) throw new Error(`${name} measured nothing`);
    console.log(`${name}: skipped, for ${skipped.map(({ why }) => why).join(', ')}`);
    continue;
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  if (values.smoke) {
    console.log(`${name}: ${rows.length} rows, ${seconds} s`);
    continue;
  }
  const report = reportOf(suite, { rows, skipped, seconds }, loadBefore);
  if (values.record) recordReport(name, report);
  console.log(`${writeReport(name, report)}\n\n${seconds} s\n`);
}
