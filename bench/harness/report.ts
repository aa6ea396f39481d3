import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { keepsLimit, type Row } from './row.ts';
import { BENCH } from './stage.ts';
import type { Spread } from './statistics.ts';
import type { Suite } from './suite.ts';

/** What is said of a run besides its figures. */
export interface RunFacts {
  readonly skipped: readonly { readonly what: string; readonly why: string }[];
  readonly seconds: number;
}

function figure(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}

function spread(value: Spread | undefined): string {
  if (value === undefined) return '';
  return `${figure(value.median)} (${figure(value.low)} to ${figure(value.high)})`;
}

function ratio(value: Spread | undefined): string {
  if (value === undefined) return '';
  const [median, low, high] = [value.median, value.low, value.high].map((each) => each.toFixed(2));
  return `${median} (${low} to ${high})`;
}

function limit(row: Row): string {
  if (row.limit === undefined) return '';
  const sign = row.higherIsBetter === true ? '≥' : '≤';
  const unit = row.ratio === undefined ? ` ${row.unit}` : '';
  return `${sign} ${row.limit}${unit}, ${keepsLimit(row) === true ? 'kept' : '**missed**'}`;
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) =>
      `| ${row.subject} | ${spread(row.value)} ${row.unit} | ${ratio(row.ratio)} | ${ratio(row.cpuRatio)} | ${limit(row)} |`,
  );
  const head = '| subject | median (quartiles) | ratio | ratio in CPU time | limit |';
  return [head, '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

/** The report of one suite in Markdown. */
export function markdownOf(suite: Suite, rows: readonly Row[], { skipped }: RunFacts): string {
  const measures = [...new Set(rows.map(({ measure }) => measure))];
  const tables = measures.map((measure) => {
    const own = rows.filter((row) => row.measure === measure);
    const better = own[0]?.higherIsBetter === true ? ', ratio of speeds: higher is better' : '';
    return `${measure}${better}\n\n${tableOf(own)}`;
  });
  const missing = skipped.map(({ what, why }) => `- Not measured: ${what} (${why})`);
  return [`## ${suite.title}`, suite.about, ...tables, ...missing, ''].join('\n\n');
}

/** Writes the report beside its figures in JSON, and gives it. */
export function writeReport(
  name: string,
  suite: Suite,
  rows: readonly Row[],
  facts: RunFacts,
): string {
  const folder = path.join(BENCH, 'results');
  mkdirSync(folder, { recursive: true });
  const markdown = markdownOf(suite, rows, facts);
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
  };
  const json = { suite: suite.title, at: new Date().toISOString(), machine, rows, ...facts };
  writeFileSync(path.join(folder, `${name}.md`), markdown);
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(json, null, 2)}\n`);
  return markdown;
}
