import { readFile } from 'node:fs/promises';
import { invalidInput } from '../../../../src/errors/invalid-input-error.ts';
import type { AcceptanceCriteria } from '../../../../src/index.ts';
import type { LeadIntakeOptions, Ledger } from '../../../../src/intake/index.ts';
import { operatorIntake } from '../../../../src/intake/operator-intake.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../../../src/texts/csv-row.ts';
import { fileError } from '../../../files/file-error.ts';
import { readBytes, textOf } from '../../../files/read-file.ts';
import { checkWritable, writeWhole } from '../../../files/write-whole.ts';
import { Batch } from './batch.ts';
import { type CsvTable, parseCsv } from './parse-csv.ts';
import { type LeadColumns, type PlannedRow, planRows } from './plan-rows.ts';
import { type Outcome, outcomeOf, resultHeader, resultLines } from './result-rows.ts';

/** A file of leads that was read. */
export interface LeadFile {
  readonly table: CsvTable;
  readonly rows: readonly PlannedRow[];
  readonly hasMark: boolean;
}

/** What a file of leads is received with. */
export interface ReceiveFile {
  readonly leads: LeadFile;
  readonly out: string;
  readonly account: string;
  readonly ledger: Ledger;
  readonly client: LeadIntakeOptions['client'];
  readonly criteria: AcceptanceCriteria;
  readonly maxReceives: number;
  readonly waitMs: number;
  readonly isToldLater: boolean;
  readonly signal: AbortSignal;
  readonly clock?: LeadIntakeOptions['clock'];
  readonly onProgress: (batch: Batch) => void;
}

/** How a file of leads ended. */
export interface Received {
  readonly rows: number;
  readonly leads: number;
  /** How many rows ended with each decision. */
  readonly decisions: Readonly<Record<string, number>>;
  /** How many leads of this file were ever sent, over all runs. */
  readonly sent: number;
  /** Why the account keeps every lead from being decided. */
  readonly stoppedBy: string | undefined;
}

/** Far more than a list of leads has. */
const MAX_BYTES = 256 * 1024 * 1024;
/** No one waits for a single lead, but a run that was killed leaves leads in hand for twice as long. */
const DEADLINE_MS = 10_000;
const FILE = 'file';

/**
 * Reads a file of leads, and checks that its result can be written.
 *
 * @throws InvalidInputError naming the file or the flag.
 */
export async function readLeadFile(
  file: string,
  columns: LeadColumns,
  out: string,
): Promise<LeadFile> {
  const bytes = await readBytes(FILE, file, MAX_BYTES);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let text: string;
  try {
    text = textOf(bytes);
  } catch (error) {
    throw fileError(FILE, file, error);
  }
  const table = parseCsv(FILE, text);
  const read = { table, rows: planRows(table, columns), hasMark };
  await refuseOther(out, read);
  return read;
}

/** A file that is not a result of these leads is never replaced: the name may be mistyped. */
async function refuseOther(out: string, { table, rows }: LeadFile): Promise<void> {
  await checkWritable('--out', out);
  const before = await readFile(out, 'utf8').catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw fileError('--out', out, error);
  });
  if (before === undefined) return;
  const width = Math.max(table.header.length, ...rows.map(({ cells }) => cells.length));
  const head = `${csvRow(resultHeader(table.header, width))}\r\n`;
  if (before.replace(BYTE_ORDER_MARK, '').startsWith(head)) return;
  throw invalidInput('--out', `${out}: is there, and is not a result of this file`);
}

function count(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { decision } of outcomes) counts[decision] = (counts[decision] ?? 0) + 1;
  return counts;
}

/**
 * Takes the leads of a CSV file and writes the file again, with what became of each row. The result is
 * written whole at the end. Until then the ledger has it: after a kill, the same call continues.
 */
export async function receiveFile(given: ReceiveFile): Promise<Received> {
  const { out, account, ledger, client, criteria, clock, isToldLater } = given;
  const intake = operatorIntake({
    account,
    ledger,
    client,
    criteria,
    clock,
    isToldLater,
    deadlineMs: DEADLINE_MS,
  });
  const { rows, table, hasMark } = given.leads;
  const leads = rows.flatMap(({ lead }) => lead ?? []);
  const { maxReceives, waitMs, signal, onProgress } = given;
  const batch = new Batch({ intake, ledger, maxReceives, waitMs, signal, onProgress }, leads);
  await batch.run();
  await writeWhole(out, resultLines(table.header, rows, batch.ends, hasMark));
  const outcomes = rows.map((row) => outcomeOf(row, batch.ends));
  const { sent, stoppedBy } = batch;
  return { rows: rows.length, leads: leads.length, decisions: count(outcomes), sent, stoppedBy };
}
