import type {
  CalibrationComparison,
  CalibrationPlan,
  CalibrationReport,
  Told,
  Verdict,
} from '../../../src/calibrate/index.ts';
import { table } from '../../output/report-text.ts';

const VERDICTS: readonly Verdict[] = ['as documented', 'differs', 'not measured'];

/** Describes what a run would ask, for people. */
export function planText({ tiers, leaves }: CalibrationPlan): string {
  const parts = tiers.flatMap(({ tier, asks, promise, readings, statements }) => [
    `tier ${tier}: ${asks}`,
    `  ${promise}`,
    `  readings: ${readings.map(({ reading }) => reading).join(', ') || 'none'}`,
    `  statements: ${statements.length}`,
    '',
  ]);
  return [...parts, 'charges: 0', `leaves behind: ${leaves}`, 'nothing was sent'].join('\n');
}

function statementLines({ statements }: CalibrationReport): string[] {
  const counts = VERDICTS.map(
    (verdict) => `${statements.filter((each) => each.verdict === verdict).length} ${verdict}`,
  );
  const differing = statements.filter(({ verdict }) => verdict === 'differs');
  return [
    `statements: ${counts.join(', ')}`,
    ...differing.map(({ section, statement, saw }) => `differs  §${section} ${statement}: ${saw}`),
  ];
}

const told = (each: Told | undefined): string =>
  each === undefined ? 'not in the report' : String(each.value ?? each.saw ?? each.verdict);

/** Lists what changed since an earlier report, for people. */
function changeLines({ hasDrift, changes }: CalibrationComparison): string[] {
  const rows = changes.map(({ kind, name, before, after, isDrift }) => [
    isDrift ? 'drift' : 'other',
    `${kind} ${name}`,
    told(before),
    told(after),
  ]);
  if (rows.length === 0) return ['nothing changed since the earlier report'];
  return [
    table(['CHANGE', 'OF', 'BEFORE', 'NOW'], rows),
    hasDrift ? 'the service has changed' : 'no drift: one of the two reports did not measure these',
  ];
}

/** Describes what a calibration found, for people. */
export function reportText(report: CalibrationReport, since?: CalibrationComparison): string {
  const rows = report.readings.map(({ reading, verdict, value, saw, why }) => [
    reading,
    verdict,
    String(value ?? saw ?? why ?? ''),
  ]);
  return [
    table(['READING', 'VERDICT', 'VALUE OR REASON'], rows),
    '',
    ...statementLines(report),
    ...(since === undefined ? [] : ['', ...changeLines(since)]),
    '',
    `${report.requests} requests, 0 charges; both organizations hold what they held before`,
  ].join('\n');
}
