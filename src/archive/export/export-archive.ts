import { checkedOptions } from '../../errors/checked-options.ts';
import type { Issue } from '../../options/issue.ts';
import { flag, oneOf, required, signalKind } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import type { WebAbortSignal } from '../../platform/platform.ts';
import { BYTE_ORDER_MARK, type CsvValue, csvRow } from '../../texts/csv-row.ts';
import { exactJsonText } from '../../texts/json-text.ts';
import { recordLines } from '../manifest-records.ts';
import type { ManifestFault } from '../open-manifest.ts';
import { vaultIssues } from '../option-kinds.ts';
import { recordIn } from '../record-in.ts';
import { entriesOf, textOf } from '../stranger-data.ts';
import type { Vault } from '../vault.ts';
import { EXPORT_COLUMNS, exportRow } from './export-columns.ts';
import {
  type ExportTablesOptions,
  type ExportTablesReport,
  exportTables,
} from './export-tables.ts';

/** Options of {@link exportArchive} for rows as text. */
export interface ExportArchiveOptions {
  /**
   * - `csv`: RFC 4180, with a header line. Lists are joined by ` | `, absent values are empty, and a
   *   cell that a spreadsheet would take for a formula begins with `'`.
   * - `ndjson`: one object per record. Lists are arrays, absent values are `null`.
   */
  readonly format: 'csv' | 'ndjson';
  /** Begin the CSV with a byte order mark, by which Excel knows that it is UTF-8. Default: `false`. */
  readonly bom?: boolean | undefined;
  /** Ends the export. It throws the signal's reason. */
  readonly signal?: WebAbortSignal | undefined;
}

const OPTIONS = (): OptionTable<ExportArchiveOptions> => ({
  format: required(oneOf('csv', 'ndjson', 'parquet')),
  bom: flag,
  signal: signalKind,
});

function bomIssues({ format, bom }: ExportArchiveOptions): Issue[] {
  if (bom !== true || format === 'csv') return [];
  return [{ path: 'bom', message: 'expected no byte order mark in NDJSON' }];
}

const csvLine = (cells: readonly CsvValue[]): string => `${csvRow(cells)}\r\n`;

function cellOf(value: unknown): CsvValue {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') {
    return value ?? undefined;
  }
  return entriesOf(value)
    .map((each) => textOf(each ?? ''))
    .join(' | ');
}

async function* exportLines(
  vault: Vault,
  options: ExportArchiveOptions,
): AsyncGenerator<string, void, undefined> {
  const { format, bom, signal } = checkedOptions(OPTIONS, options, {
    also: (given) => [...vaultIssues(vault), ...bomIssues(given)],
  });
  if (format === 'csv') yield (bom === true ? BYTE_ORDER_MARK : '') + csvLine(EXPORT_COLUMNS);
  const refuse = ({ path, message }: ManifestFault): never => {
    throw new Error(`${path}: ${message}`);
  };
  for await (const line of recordLines(vault, refuse)) {
    signal?.throwIfAborted();
    const row = exportRow(await recordIn(vault, line), line);
    yield format === 'csv'
      ? csvLine(EXPORT_COLUMNS.map((name) => cellOf(row[name])))
      : `${exactJsonText(row)}\n`;
  }
}

/**
 * Exports the records of an archive as a table for analysts. It uses only the vault. The columns are
 * {@link EXPORT_COLUMNS}. CSV and NDJSON come line by line, with one record in memory at a time.
 *
 * Parquet is written to a folder, at most 10,000 records to a file. Instants are timestamps there, lists
 * are lists of texts, and two columns follow: `disclosures`, a list of structs (`key`, `text`,
 * `checkboxDetected`, `checkboxAffirmed`, `consentMechanism`), and `undocumented`, the JSON of values
 * that are not of their column's type.
 *
 * @throws `InvalidInputError` for an invalid option; an `Error` if a record or the manifest was changed
 * or cut since, or there is no manifest: a table of changed or missing data would not be evidence.
 * @example
 * ```ts
 * for await (const line of exportArchive(folderVault('evidence'), { format: 'csv' })) {
 *   process.stdout.write(line);
 * }
 * const { rows, files } = await exportArchive(folderVault('evidence'), {
 *   format: 'parquet',
 *   folder: 'tables',
 * });
 * ```
 */
export function exportArchive(
  vault: Vault,
  options: ExportTablesOptions,
): Promise<ExportTablesReport>;
export function exportArchive(
  vault: Vault,
  options: ExportArchiveOptions,
): AsyncGenerator<string, void, undefined>;
export function exportArchive(
  vault: Vault,
  options: ExportArchiveOptions | ExportTablesOptions,
): AsyncGenerator<string, void, undefined> | Promise<ExportTablesReport> {
  // Options that are none are refused where they are read.
  const isTable = (given: Partial<typeof options> | undefined) => given?.format === 'parquet';
  return isTable(options)
    ? exportTables(vault, options as ExportTablesOptions)
    : exportLines(vault, options as ExportArchiveOptions);
}
