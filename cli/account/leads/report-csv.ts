import type { LeadReport } from '../../../src/intake/index.ts';
import { csvRow } from '../../../src/texts/csv-row.ts';

/** The codes that refused a lead of any group. */
const codesOf = ({ total }: LeadReport): string[] => Object.keys(total.refusedBy);

/**
 * Yields the lines of a report as CSV, a line for each group. The total is left out, because a
 * spreadsheet would count it a second time.
 */
export function* reportCsv(report: LeadReport): Generator<string> {
  const { by, total, groups } = report;
  const codes = codesOf(report);
  const shadow = total.shadow === undefined ? [] : ['shadowRefused', 'shadowUndecidable'];
  const counts = ['taken', 'accepted', 'refused', 'duplicates', 'held', 'settled'] as const;
  const refusals = codes.map((code) => `refused ${code}`);
  yield `${csvRow([by, ...counts, 'chargesAtMost', ...refusals, ...shadow])}\r\n`;
  for (const group of groups) {
    const cells = [
      group.key,
      ...counts.map((name) => group[name]),
      group.charges.most,
      ...codes.map((code) => group.refusedBy[code] ?? 0),
      ...(shadow.length === 0 ? [] : [group.shadow?.refused ?? 0, group.shadow?.undecidable ?? 0]),
    ];
    yield `${csvRow(cells)}\r\n`;
  }
}
