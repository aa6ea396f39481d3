import type { Cdr } from '../../contract/cdr.ts';
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { unknownOptions } from '../../options/unknown-options.ts';
import type { WebAbortSignal } from '../../platform.ts';
import { recordIn } from '../dossier/record-in.ts';
import type { RecordLine } from '../manifest-line.ts';
import { recordLines } from '../manifest-records.ts';
import type { ManifestFault } from '../open-manifest.ts';
import { issueOf, vaultIssues } from '../option-checks.ts';
import type { Vault } from '../vault.ts';
import { EXPORT_COLUMNS, type ExportValue, exportRow } from './export-columns.ts';

/** Options of {@link exportArchive}. */
export interface ExportArchiveOptions {
  /**
   * - `csv`: RFC 4180, with a header line. Lists are joined by ` | `, absent values are empty, and a
   *   cell that a spreadsheet would take for a formula begins with `'`.
   * - `ndjson`: one object per record. Lists are arrays, absent values are `null`.
   */
  readonly format: 'csv' | 'ndjson';
  /** Ends the export. It throws the signal's reason. */
  readonly signal?: WebAbortSignal | undefined;
}

/** Text that a spreadsheet would run as a formula: the data comes from web pages. */
const FORMULA = /^[=+\-@\t\r]/;
/** Phone numbers start like a formula, but are not one. */
const PHONE = /^\+\d+(?: \| \+\d+)*$/;

/** An object is no documented value. It is shown as it is: the table of all records must not fail. */
function cellText(value: NonNullable<ExportValue>): string {
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? value.join(' | ') : JSON.stringify(value);
}

function csvCell(value: ExportValue): string {
  if (value === null) return '';
  const text = cellText(value);
  const isText = typeof value === 'object' || typeof value === 'string';
  const safe = isText && FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly ExportValue[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** @throws if the record is not as documented, naming its file. */
function rowOf(cdr: Cdr, line: RecordLine): ReturnType<typeof exportRow> {
  try {
    return exportRow(cdr, line);
  } catch (error) {
    const message = `${line.record.path} is not as documented (${(error as Error).message})`;
    throw new Error(message, { cause: error });
  }
}

/**
 * Exports the records of an archive as a table for analysts, line by line, with one record in memory at
 * a time. It uses only the vault. The columns are {@link EXPORT_COLUMNS}.
 *
 * @throws `InvalidInputError` for an invalid option; an `Error` if a record or the manifest was changed
 * or cut since, or there is no manifest: a table of changed or missing data would not be evidence.
 * @example
 * ```ts
 * for await (const line of exportArchive(folderVault('evidence'), { format: 'csv' })) {
 *   process.stdout.write(line);
 * }
 * ```
 */
export async function* exportArchive(
  vault: Vault,
  options: ExportArchiveOptions,
): AsyncGenerator<string, void, undefined> {
  const { format, signal } = options ?? {};
  const isFormat = format === 'csv' || format === 'ndjson';
  const issues = [
    ...unknownOptions(options ?? {}, ['format', 'signal']),
    ...vaultIssues(vault),
    ...issueOf('format', format ?? null, isFormat, '"csv" or "ndjson"'),
  ];
  if (issues.length > 0) throw new InvalidInputError(issues);
  if (format === 'csv') yield csvLine(EXPORT_COLUMNS);
  const refuse = ({ path, message }: ManifestFault): never => {
    throw new Error(`${path}: ${message}`);
  };
  for await (const line of recordLines(vault, refuse)) {
    signal?.throwIfAborted();
    const row = rowOf(await recordIn(vault, line), line);
    yield format === 'csv'
      ? csvLine(EXPORT_COLUMNS.map((name) => row[name]))
      : `${JSON.stringify(row)}\n`;
  }
}
