import { InvalidInputError } from '../../../../src/errors/invalid-input-error.ts';
import type { LeadDecision } from '../../../../src/intake/index.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../../../src/texts/csv-row.ts';
import type { LeadEnd } from './batch.ts';
import type { PlannedRow } from './plan-rows.ts';

/** What is added to each row. */
export interface Outcome {
  readonly decision: string;
  readonly code?: string | undefined;
  readonly cdrId?: string | undefined;
  readonly charge?: string | undefined;
  readonly message?: string | undefined;
  readonly sellerMessage?: string | undefined;
}

const COLUMNS = ['decision', 'code', 'cdrId', 'charge', 'message', 'sellerMessage'] as const;

const NOT_TAKEN = new Map(
  Object.entries({
    MAX_RECEIVES: 'not sent: --max-receives is used up',
    INTERRUPTED: 'not sent: the run was interrupted; run it again',
    STOPPED: 'not sent: the account must be corrected first; run it again',
  }),
);

function decided(decision: LeadDecision): Outcome {
  const code =
    decision.decision === 'refuse'
      ? decision.reasons[0]?.code
      : 'code' in decision
        ? decision.code
        : undefined;
  return {
    decision: decision.decision,
    code,
    cdrId: 'cdrId' in decision ? decision.cdrId : undefined,
    charge: 'charge' in decision ? decision.charge : undefined,
    message: 'message' in decision ? decision.message : undefined,
    sellerMessage: 'sellerMessage' in decision ? decision.sellerMessage : undefined,
  };
}

function ended(end: LeadEnd): Outcome {
  if ('decision' in end) return decided(end.decision);
  if ('notTaken' in end) {
    return { decision: 'not_taken', code: end.notTaken, message: NOT_TAKEN.get(end.notTaken) };
  }
  const code = end.error instanceof InvalidInputError ? 'INPUT_INVALID' : end.error.name;
  return { decision: 'error', code, message: end.error.message };
}

/** Returns what became of a row. A row that repeats a lead is charged for once, in the first one. */
export function outcomeOf(row: PlannedRow, ends: ReadonlyMap<string, LeadEnd>): Outcome {
  const { fault, sameAs, lead } = row;
  if (fault !== undefined) return { decision: 'error', ...fault };
  const end = ends.get((sameAs?.lead ?? lead)?.leadId ?? '');
  if (end === undefined) throw new Error(`row ${row.row} has no outcome`);
  const outcome = ended(end);
  if (sameAs === undefined) return outcome;
  const message = `the same lead as in row ${sameAs.row}`;
  return { ...outcome, code: 'SAME_LEAD', charge: 'none', message };
}

/** The header of the result. A column of the file that has the name of one of ours keeps it. */
export function resultHeader(header: readonly string[], width: number): string[] {
  const own = COLUMNS.map((name) => (header.includes(name) ? `intake ${name}` : name));
  const unnamed = Array.from({ length: width - header.length }, () => '');
  return [...header, ...unnamed, ...own];
}

/** Yields the lines of the result: each row of the file, in its order, with what became of it. */
export function* resultLines(
  header: readonly string[],
  rows: readonly PlannedRow[],
  ends: ReadonlyMap<string, LeadEnd>,
  hasMark: boolean,
): Generator<string> {
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  if (hasMark) yield BYTE_ORDER_MARK;
  yield `${csvRow(resultHeader(header, width))}\r\n`;
  for (const row of rows) {
    const cells = Array.from({ length: width }, (_, at) => row.cells[at] ?? '');
    const outcome = outcomeOf(row, ends);
    yield `${csvRow([...cells, ...COLUMNS.map((name) => outcome[name])])}\r\n`;
  }
}
