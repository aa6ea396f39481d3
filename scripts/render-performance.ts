import { isRecorded, markdownOf, type Report, readRecorded } from '../bench/harness/report.ts';
import { keepsLimit, type Row } from '../bench/harness/row.ts';
import { limitText, reachedText, tableOf } from '../bench/harness/table.ts';
import { SUITES } from '../bench/suites/names.ts';

function isOurs({ subject }: Row): boolean {
  return subject.startsWith('consent-evidence') || subject.startsWith('mock.');
}

function where(reports: readonly Report[]): string {
  const unique = (values: readonly (string | number)[]): string =>
    [...new Set(values)].sort().join(', ');
  const machines = reports.map(({ machine }) => machine);
  const loads = machines.flatMap(({ load }) => load);
  return (
    `Measured on ${unique(reports.map(({ at }) => at.slice(0, 10)))} with Node ` +
    `${unique(machines.map(({ node }) => node))} on ${unique(machines.map(({ cores }) => cores))} ` +
    `cores (${unique(machines.map(({ cpu }) => cpu))}), the load of the machine between ` +
    `${Math.min(...loads).toFixed(1)} and ${Math.max(...loads).toFixed(1)}.`
  );
}

function limits(reports: readonly Report[]): string {
  const rows = reports.flatMap(({ title, rows }) =>
    rows
      .filter((row) => keepsLimit(row) !== undefined)
      .map((row) => [
        `${title}: ${row.measure}`,
        row.subject,
        reachedText(row),
        limitText(row),
        row.cpuRatio === undefined ? '' : row.cpuRatio.median.toFixed(2),
      ]),
  );
  const head = ['what', 'subject', 'measured', 'limit', 'in CPU time'];
  return `## Against the limits\n\n${tableOf(head, rows)}`;
}

/** Returns whether `row` did better than `other`, by their medians. */
function beats(row: Row, other: Row): boolean {
  const [own, others] = [row.ratio ?? row.value, other.ratio ?? other.value];
  return row.higherIsBetter === true ? own.median > others.median : own.median < others.median;
}

function peers(reports: readonly Report[]): string {
  const rows = reports.flatMap(({ title, rows }) =>
    rows.filter(isOurs).flatMap((row) => {
      const [base, ...others] = rows.filter(({ measure }) => measure === row.measure);
      // If there are ratios, the first row is the baseline, not a peer.
      const all = base === undefined || base.ratio !== undefined ? others : [base, ...others];
      const rivals = all.filter((other) => !isOurs(other));
      if (rivals.length === 0) return [];
      const list = (names: readonly Row[]): string =>
        names.length === 0 ? '–' : names.map((other) => other.subject).join(', ');
      const won = rivals.filter((other) => beats(row, other));
      const lost = rivals.filter((other) => !won.includes(other));
      return [[`${title}: ${row.measure}`, row.subject, list(lost), list(won)]];
    }),
  );
  const head = ['what', 'subject', 'behind', 'ahead of'];
  return `## Beside the peers\n\n${tableOf(head, rows)}`;
}

/** Renders the figures of `docs/performance.md`, from the last recorded run. */
export function renderPerformance(): string {
  const reports = SUITES.filter(isRecorded).map(readRecorded);
  return [where(reports), limits(reports), peers(reports), ...reports.map(markdownOf)].join('\n\n');
}
