import { keepsLimit, type Medians, mediansOf, type Row, reached } from './row.ts';
import type { Spread } from './statistics.ts';

/** Renders a value in three digits or more. */
export function figure(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}

function spread(value: Spread, unit: string): string {
  const { median, low, high } = value;
  // A single measurement has no spread.
  const quartiles = low === high ? '' : ` (${figure(low)} to ${figure(high)})`;
  return `${figure(median)}${quartiles} ${unit}`;
}

function ratio(value: Spread | undefined): string {
  if (value === undefined) return '';
  const [median, low, high] = [value.median, value.low, value.high].map((each) => each.toFixed(2));
  return low === high ? `${median}` : `${median} (${low} to ${high})`;
}

/** Returns the limit of a row, and whether it is kept. */
export function limitText(row: Medians): string {
  if (row.limit === undefined) return '';
  const sign = row.higherIsBetter === true ? '≥' : '≤';
  const unit = row.ratio === undefined ? ` ${row.unit}` : '';
  return `${sign} ${row.limit}${unit}, ${keepsLimit(row) === true ? 'kept' : '**missed**'}`;
}

/** Renders a table in Markdown, without empty columns. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const filled = head.map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: readonly string[]): string =>
    `| ${cells.filter((_, column) => filled[column]).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Renders the rows of one measure as a table. */
export function measureTable(rows: readonly Row[]): string {
  const head = ['subject', 'median (quartiles)', 'ratio', 'ratio in CPU time', 'limit'];
  const cells = rows.map((row) => [
    row.subject,
    spread(row.value, row.unit),
    ratio(row.ratio),
    ratio(row.cpuRatio),
    limitText(mediansOf(row)),
  ]);
  return tableOf(head, cells);
}

/** Renders what a row reached: its ratio, or its value with the unit if it has none. */
export function reachedText(row: Medians): string {
  return row.ratio === undefined ? `${figure(row.median)} ${row.unit}` : reached(row).toFixed(2);
}
