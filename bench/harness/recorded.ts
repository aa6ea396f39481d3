import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Report } from './report.ts';
import { type Medians, mediansOf } from './row.ts';
import { BENCH } from './stage.ts';

/** The figures of `docs/performance.md`: of each suite the medians of its last recorded run. */
const RECORDED = path.join(BENCH, 'recorded.json');

/** What is kept of a suite's report. */
export interface Recorded extends Pick<Report, 'title' | 'about' | 'at' | 'machine'> {
  readonly rows: readonly Medians[];
}

/** Reads what is recorded, by the names of the suites. */
export function readRecorded(): Readonly<Record<string, Recorded>> {
  return JSON.parse(readFileSync(RECORDED, 'utf8')) as Record<string, Recorded>;
}

/** Renders what is recorded with one line for each row, so that a new run is a diff to read. */
function textOf(all: Readonly<Record<string, Recorded>>): string {
  const suites = Object.entries(all).map(([name, { rows, ...head }]) => {
    const members = Object.entries(head).map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
    const lines = rows.map((row) => `\n    ${JSON.stringify(row)}`);
    return `  "${name}": {${members.join(',\n    ')},\n    "rows":[${lines.join(',')}]}`;
  });
  return `{\n${suites.join(',\n')}\n}\n`;
}

/** Keeps the medians of a report for the documentation; one without ratios is only printed. */
export function recordReport(name: string, { title, about, at, machine, rows }: Report): void {
  if (rows.every(({ ratio }) => ratio === undefined)) return;
  const recorded = { title, about, at, machine, rows: rows.map(mediansOf) };
  writeFileSync(RECORDED, textOf({ ...readRecorded(), [name]: recorded }));
}
