import { type LeadCounts, type LeadReport, reportPage } from '../../../src/intake/index.ts';
import { operatorIntake } from '../../../src/intake/operator-intake.ts';
import { checkWritable, writeWhole } from '../../files/write-whole.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { table } from '../../output/report-text.ts';
import { instantText, unlessAborted } from './lead-text.ts';
import type { LedgerFlags } from './ledger-flags.ts';
import { refuseSame } from './refuse-same.ts';
import { reportCsv } from './report-csv.ts';
import { type OpenedLedger, withLedger } from './with-ledger.ts';

/** Flags of `consent-evidence leads report`. */
export interface ReportFlags extends LedgerFlags {
  readonly from?: number;
  readonly to?: number;
  readonly by: LeadReport['by'];
  readonly html?: string;
  readonly csv?: string;
}

const HEADS = ['TAKEN', 'ACCEPTED', 'REFUSED', 'DUPLICATES', 'HELD', 'SETTLED', 'CHARGES AT MOST'];

function cellsOf(key: string, counts: LeadCounts): string[] {
  const { taken, accepted, refused, duplicates, held, settled, charges } = counts;
  const numbers = [taken, accepted, refused, duplicates, held, settled, charges.most];
  return [key, ...numbers.map(String)];
}

function textOf(report: LeadReport): string {
  const { from, to, by, total, groups, prunedBefore } = report;
  const rows = groups.map((group) => cellsOf(group.key || '-', group));
  const codes = Object.entries(total.refusedBy).sort(([, a], [, b]) => b - a);
  const { shadow } = total;
  return [
    `from ${from === 0 ? 'the beginning' : instantText(from)} to before ${instantText(to)}`,
    '',
    table([by.toUpperCase(), ...HEADS], [...rows, cellsOf('all', total)]),
    ...(codes.length === 0
      ? []
      : [
          '',
          table(
            ['REFUSED BY', 'LEADS'],
            codes.map(([code, n]) => [code, String(n)]),
          ),
        ]),
    ...(shadow === undefined
      ? []
      : [
          '',
          `shadow criteria: ${shadow.refused} would have been refused, ${shadow.undecidable} could not be judged`,
        ]),
    ...(prunedBefore === undefined
      ? []
      : ['', `leads decided before ${instantText(prunedBefore)} were pruned, and are not counted`]),
  ].join('\n');
}

async function report(
  { ledger, shown }: OpenedLedger,
  flags: ReportFlags,
  { signal, progress }: Work,
): Promise<Finding> {
  const { account, from, to, by, html, csv } = flags;
  progress.show('counting');
  const intake = operatorIntake({ account, ledger, isToldLater: true });
  const counted = await intake.report({ from, to, by, signal });
  if (html !== undefined) await writeWhole(html, [reportPage(counted)]);
  if (csv !== undefined) await writeWhole(csv, reportCsv(counted));
  return { ok: true, data: { ledger: shown, account, report: counted }, text: textOf(counted) };
}

/** Counts what the ledger has for a period. */
export async function runReport(flags: ReportFlags): Promise<void> {
  const { html, csv, ledger } = flags;
  await inFlags({ from: '--from', to: '--to', by: '--by' }, () =>
    act('leads report', flags.json, async (work) => {
      await refuseSame({ '--ledger': ledger, '--html': html, '--csv': csv });
      if (html !== undefined) await checkWritable('--html', html);
      if (csv !== undefined) await checkWritable('--csv', csv);
      const counted = withLedger(flags, (opened) => report(opened, flags, work));
      return unlessAborted(work.signal, counted);
    }),
  );
}
