import { isRecorded, markdownOf, type Report, readRecorded } from '../bench/harness/report.ts';
import { keepsLimit, type Row } from '../bench/harness/row.ts';
import { limitText, reachedText, tableOf } from '../bench/harness/table.ts';
import { SUITES } from '../bench/suites/names.ts';
import { DISTANT } from '../bench/suites/network.ts';

/** How far from a bare fetch a client may be to count as no different over a network. */
const NEAR = 0.05;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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

const isDistant = ({ rows }: Report): boolean => rows.some(({ measure }) => measure === DISTANT);

/** Says what the choice of a client costs over a network, beside which the other figures are small. */
function network(reports: readonly Report[]): string {
  const report = reports.find(isDistant);
  const [base, own, ...others] = report?.rows.filter(({ measure }) => measure === DISTANT) ?? [];
  if (base === undefined || own === undefined) return '';
  const ratioOf = ({ ratio, value }: Row): number => (ratio ?? value).median;
  const near = others.filter((row) => Math.abs(ratioOf(row) - 1) < NEAR);
  const far = others.filter((row) => !near.includes(row));
  const ratios = near.map(ratioOf);
  const text = (ratio: number): string => ratio.toFixed(2);
  return (
    `Over a network the client is a small part of a call. ${capitalized(DISTANT)}, one takes ` +
    `${text(ratioOf(own))} times as long through ${own.subject} as through a bare fetch, and through ` +
    `${near.length} other ways between ${text(Math.min(...ratios))} and ${text(Math.max(...ratios))}` +
    `${far.map((row) => `; through ${row.subject} ${text(ratioOf(row))}`).join('')}.`
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
  return [
    network(reports),
    where(reports),
    limits(reports),
    peers(reports),
    ...reports.map(markdownOf),
  ].join('\n\n');
}
