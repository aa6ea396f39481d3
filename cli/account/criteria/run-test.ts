import type { AcceptanceFailure, AcceptanceVerdict } from '../../../src/index.ts';
import { csvRow } from '../../../src/texts/csv-row.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { count, table } from '../../output/report-text.ts';
import { writeRow } from '../../output/write-row.ts';
import type { TestFlags } from './criteria-flags.ts';
import { type Judged, judgeRecords } from './judge-records.ts';
import { readCriteria } from './read-criteria.ts';
import { Tally } from './tally.ts';

/** The columns of `criteria test --csv`; scripts rely on them. */
const TEST_COLUMNS = ['record', 'outcome', 'failed', 'undecidable'] as const;

/** One record in the JSON report: its result, and the rules that decided it. */
interface ReportedVerdict {
  readonly record: string;
  readonly outcome: AcceptanceVerdict['outcome'];
  readonly failures: readonly Pick<AcceptanceFailure, 'ruleId' | 'code'>[];
  readonly undecidable: readonly string[];
}

function reportedVerdict(
  record: string,
  { outcome, failures, undecidable }: AcceptanceVerdict,
): ReportedVerdict {
  return {
    record,
    outcome,
    failures: failures.map(({ ruleId, code }) => ({ ruleId, code })),
    undecidable: undecidable.map(({ ruleId }) => ruleId),
  };
}

function rowOf({ name, verdicts }: Judged): string {
  const [verdict] = verdicts;
  const failed = verdict?.failures.map(({ ruleId, code }) => `${ruleId} ${code}`).join('; ');
  const undecidable = verdict?.undecidable.map(({ ruleId }) => ruleId).join('; ');
  return `${csvRow([name, verdict?.outcome, failed, undecidable])}\n`;
}

/** Returns the percentage of accepted records among those that could be decided. */
function acceptedPercent({ outcomes: { accepted, rejected } }: Tally): number | undefined {
  const decided = accepted + rejected;
  return decided === 0 ? undefined : Math.round((accepted / decided) * 100_000) / 1000;
}

function textOf(tally: Tally, percent: number | undefined, least: number | undefined): string {
  const { accepted, rejected, undecidable } = tally.outcomes;
  const rules = tally.refusedBy.map(({ count, ruleId, code, words }) => [
    ...[String(count), ruleId, code, words],
  ]);
  return [
    `${count(tally.judged, 'record')}: ${accepted} accepted, ${rejected} rejected, ${undecidable} undecidable`,
    ...(percent === undefined ? [] : [`${percent}% of the decided records are accepted`]),
    ...(least === undefined ? [] : [`at least ${least}% were required`]),
    ...(rules.length > 0 ? ['', table(['REFUSED', 'BY', 'CODE', 'BECAUSE'], rules)] : []),
    ...tally.undecidable.map(({ count, ruleId, why }) => `${count} undecidable: ${ruleId}: ${why}`),
    ...tally.unreadable.map(({ place, why }) => `unreadable: ${place}: ${why}`),
    ...(tally.unreadableCount > tally.unreadable.length
      ? [`${tally.unreadableCount} unreadable in all`]
      : []),
  ].join('\n');
}

async function test(file: string, flags: TestFlags, work: Work): Promise<Finding> {
  const { records, now = work.now(), acceptAtLeast: least, csv, json } = flags;
  const criteria = await readCriteria('file', file);
  const tally = new Tally(criteria);
  const reported: ReportedVerdict[] = [];
  if (csv) await writeRow(`${csvRow(TEST_COLUMNS)}\n`, work.signal);
  for await (const judged of judgeRecords(records, [criteria], now)) {
    if (work.signal.aborted) break;
    if ('why' in judged) tally.addUnreadable(judged);
    else {
      const [verdict] = judged.verdicts;
      if (verdict !== undefined) {
        tally.add(judged.name, verdict);
        if (json) reported.push(reportedVerdict(judged.name, verdict));
      }
      if (csv) await writeRow(rowOf(judged), work.signal);
    }
    work.progress.show(`${count(tally.judged, 'record')} evaluated`);
  }
  const percent = acceptedPercent(tally);
  const interrupted = work.signal.aborted;
  const tooFew = least !== undefined && !(percent !== undefined && percent >= least);
  const { outcomes, refusedBy, undecidable, unreadable, unreadableCount } = tally;
  const data = {
    file,
    records,
    now: new Date(now).toISOString(),
    interrupted,
    judged: tally.judged,
    outcomes,
    ...(percent !== undefined && { acceptedPercent: percent }),
    refusedBy,
    undecidable,
    unreadableCount,
    unreadable,
    ...(json && { verdicts: reported }),
  };
  const text = interrupted ? 'interrupted' : textOf(tally, percent, least);
  const ok = !interrupted && !tooFew && unreadableCount === 0;
  return csv ? { ok, data, text: '', notes: text } : { ok, data, text };
}

/** Judges every record by the criteria, and reports how many each rule refuses. */
export async function runTest(file: string, flags: TestFlags): Promise<void> {
  await act('criteria test', flags.json, (work) => test(file, flags, work));
}
