import { type Recorded, readRecorded } from '../bench/harness/recorded.ts';
import { keepsLimit, type Medians, reached } from '../bench/harness/row.ts';
import { figure, limitText, reachedText, tableOf } from '../bench/harness/table.ts';
import { DISTANT } from '../bench/suites/network.ts';

function isOurs({ subject }: Medians): boolean {
  return subject.startsWith('consent-evidence') || subject.startsWith('mock.');
}

function where(reports: readonly Recorded[]): string {
  const unique = (values: readonly (string | number)[]): string =>
    [...new Set(values)].sort().join(', ');
  const machines = reports.map(({ machine }) => machine);
  const loads = machines.flatMap(({ load }) => load);
  return (
    `Measured on ${unique(reports.map(({ at }) => at.slice(0, 10)))} with Node ` +
    `${unique(machines.map(({ node }) => node))} on ${unique(machines.map(({ cores }) => cores))} ` +
    `cores (${unique(machines.map(({ cpu }) => cpu))}), under a load between ` +
    `${Math.min(...loads).toFixed(1)} and ${Math.max(...loads).toFixed(1)}.`
  );
}

/** Says what the choice of a client costs over a network, where all other figures are small. */
function network({ rows }: Recorded): string {
  const [, own, ...others] = rows.filter(({ measure }) => measure === DISTANT);
  if (own === undefined) return '';
  const each = others.toSorted((a, b) => reached(a) - reached(b));
  return (
    `Over a network the client is a small part of a call. A call through \`consent-evidence\` ` +
    `${DISTANT} takes ${reached(own).toFixed(2)} times as long as a bare \`fetch\`. Others: ` +
    `${each.map((row) => `${row.subject} ${reached(row).toFixed(2)}`).join(', ')}.`
  );
}

function conditions(reports: readonly Recorded[]): string {
  return reports.map(({ title, about }) => `- **${title}.** ${about}`).join('\n');
}

/** Renders our own rows, each with its ratio to the baseline and with its limit. */
function figures(reports: readonly Recorded[]): string {
  const rows = reports.flatMap(({ title, rows }) =>
    rows
      .filter((row) => isOurs(row) || keepsLimit(row) !== undefined)
      .map((row) => [
        `${title}: ${row.measure}`,
        row.subject,
        `${figure(row.median)} ${row.unit}`,
        row.ratio?.toFixed(2) ?? '',
        row.cpuRatio?.toFixed(2) ?? '',
        limitText(row),
      ]),
  );
  const head = ['what', 'subject', 'median', 'ratio', 'in CPU time', 'limit'];
  return `## Figures\n\n${tableOf(head, rows)}`;
}

/** Returns whether `row` did better than `other`, by their medians. */
function beats(row: Medians, other: Medians): boolean {
  return row.higherIsBetter === true
    ? reached(row) > reached(other)
    : reached(row) < reached(other);
}

/** Returns our row of each measure that has packages of others beside it: the client's, or the first. */
function compared({ title, rows }: Recorded): string[][] {
  const measures = [...new Set(rows.map(({ measure }) => measure))];
  return measures.flatMap((measure) => {
    const [base, ...others] = rows.filter((row) => row.measure === measure);
    const ours = rows.filter((row) => row.measure === measure && isOurs(row));
    const own = ours.find(({ subject }) => subject === 'consent-evidence') ?? ours[0];
    // If there are ratios, the first row is the baseline, not a peer.
    const all = base === undefined || base.ratio !== undefined ? others : [base, ...others];
    const rivals = all.filter((other) => !isOurs(other));
    if (own === undefined || rivals.length === 0) return [];
    const list = (names: readonly Medians[]): string =>
      names.map((other) => `${other.subject} ${reachedText(other)}`).join('; ') || '–';
    const won = rivals.filter((other) => beats(own, other));
    const lost = rivals.filter((other) => !won.includes(other));
    return [[`${title}: ${measure}`, `${own.subject} ${reachedText(own)}`, list(lost), list(won)]];
  });
}

function peers(reports: readonly Recorded[]): string {
  const head = ['what', 'subject', 'behind', 'ahead of'];
  return `## Compared with other packages\n\n${tableOf(head, reports.flatMap(compared))}`;
}

/** Renders the figures of `docs/performance.md`, from the last recorded runs. */
export function renderPerformance(): string {
  const { network: distant, ...others } = readRecorded();
  const reports = Object.values(others);
  return [
    ...(distant === undefined ? [] : [network(distant)]),
    where(reports),
    conditions(reports),
    figures(reports),
    peers(reports),
  ].join('\n\n');
}
