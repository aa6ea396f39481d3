import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import type { Row } from './row.ts';
import { BENCH } from './stage.ts';
import type { Suite } from './suite.ts';
import { measureTable } from './table.ts';

/** The folder for the figures of each run. */
const RESULTS = path.join(BENCH, 'results');

/** The results of a suite, with the machine and the time. */
export interface Report extends Pick<Suite, 'title' | 'about'> {
  readonly at: string;
  readonly machine: {
    readonly node: string;
    readonly cpu: string;
    readonly cores: number;
    /** The machine's load average over the last minute, at the start and at the end of the suite. */
    readonly load: readonly [before: number, after: number];
  };
  readonly seconds: number;
  readonly rows: readonly Row[];
  readonly skipped: readonly { readonly what: string; readonly why: string }[];
}

/** Creates the report of a suite that was just run. */
export function reportOf(
  { title, about }: Suite,
  found: Pick<Report, 'rows' | 'skipped' | 'seconds'>,
  loadBefore: number,
): Report {
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    load: [loadBefore, loadavg()[0] ?? 0] as const,
  };
  return { title, about, at: new Date().toISOString(), machine, ...found };
}

/** Renders a report in Markdown. */
export function markdownOf({ title, about, rows, skipped }: Report): string {
  const measures = [...new Set(rows.map(({ measure }) => measure))];
  const tables = measures.map((measure) => {
    const own = rows.filter((row) => row.measure === measure);
    const better = own[0]?.higherIsBetter === true ? ', ratio of speeds: higher is better' : '';
    return `### ${measure}${better}\n\n${measureTable(own)}`;
  });
  const missing = skipped.map(({ what, why }) => `- Not measured: ${what} (${why})`).join('\n');
  const parts = [`## ${title}`, about, ...tables, missing];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Writes a report as JSON and as Markdown, and returns the Markdown. */
export function writeReport(name: string, report: Report): string {
  const markdown = markdownOf(report);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(path.join(RESULTS, `${name}.md`), `${markdown}\n`);
  return markdown;
}
