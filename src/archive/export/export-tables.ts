import { checkedOptions } from '../../errors/checked-options.ts';
import { nonEmptyText, oneOf, required, signalKind } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import type { WebAbortSignal } from '../../platform/platform.ts';
import { recordLines } from '../manifest-records.ts';
import type { ManifestFault } from '../open-manifest.ts';
import { vaultIssues } from '../option-kinds.ts';
import { recordIn } from '../record-in.ts';
import type { Vault } from '../vault.ts';
import { TABLE_COLUMNS, TABLE_SCHEMA, type TableRow, tableRow } from './parquet-columns.ts';
import { TableFolder } from './table-folder.ts';

/** Options of `exportArchive` for Parquet. */
export interface ExportTablesOptions {
  /**
   * `parquet`: files for a query engine, such as DuckDB or Athena, in one folder for each month of
   * `createdAt` (UTC): `month=2026-01/1.parquet`.
   */
  readonly format: 'parquet';
  /** The folder to write: a new or an empty one. It appears when all its files are complete. */
  readonly folder: string;
  /** Ends the export, and leaves no folder. It rejects with the signal's reason. */
  readonly signal?: WebAbortSignal | undefined;
}

/** What an export to Parquet has written. */
export interface ExportTablesReport {
  /** How many rows: one for each record. */
  readonly rows: number;
  /** How many files. */
  readonly files: number;
}

const OPTIONS = (): OptionTable<ExportTablesOptions> => ({
  format: required(oneOf('parquet')),
  folder: required(nonEmptyText),
  signal: signalKind,
});

/** Rows of one file. */
const ROWS_MAX = 10_000;
/** The size of the records whose rows are held, of all months together. */
const BYTES_MAX = 32 * 1024 * 1024;

/** Rows that wait for their file. */
interface Month {
  rows: TableRow[];
  bytes: number;
  files: number;
}

/** Gathers rows by month, and writes those of a month to a file when there are enough of them. */
class Tables {
  readonly #folder: TableFolder;
  readonly #months = new Map<string, Month>();
  #bytes = 0;
  rows = 0;
  files = 0;

  constructor(folder: TableFolder) {
    this.#folder = folder;
  }

  async add(row: TableRow, bytes: number): Promise<void> {
    // The name that Hive gives to a partition without a value.
    const at = row['createdAt'] instanceof Date ? row['createdAt'].toISOString() : '';
    const name = /^\d{4}-\d\d(?=-)/.exec(at)?.[0] ?? '__HIVE_DEFAULT_PARTITION__';
    const month = this.#months.get(name) ?? { rows: [], bytes: 0, files: 0 };
    this.#months.set(name, month);
    month.rows.push(row);
    month.bytes += bytes;
    this.#bytes += bytes;
    this.rows += 1;
    if (month.rows.length >= ROWS_MAX) await this.#write(name, month);
    while (this.#bytes > BYTES_MAX) {
      const [most] = [...this.#months].sort(([, a], [, b]) => b.bytes - a.bytes);
      if (most !== undefined) await this.#write(...most);
    }
  }

  async end(): Promise<void> {
    for (const [name, month] of this.#months) {
      if (month.rows.length > 0) await this.#write(name, month);
    }
  }

  async #write(name: string, month: Month): Promise<void> {
    const { parquetFile } = await import('./parquet-file.ts');
    month.files += 1;
    this.files += 1;
    const bytes = parquetFile(month.rows, TABLE_COLUMNS, TABLE_SCHEMA);
    await this.#folder.write(`month=${name}`, `${month.files}.parquet`, bytes);
    this.#bytes -= month.bytes;
    Object.assign(month, { rows: [], bytes: 0 });
  }
}

/** Writes the records of a vault as Parquet files; see `exportArchive`. */
export async function exportTables(
  vault: Vault,
  options: ExportTablesOptions,
): Promise<ExportTablesReport> {
  const { folder, signal } = checkedOptions(OPTIONS, options, { also: () => vaultIssues(vault) });
  const target = new TableFolder(folder);
  const tables = new Tables(target);
  const refuse = ({ path, message }: ManifestFault): never => {
    throw new Error(`${path}: ${message}`);
  };
  try {
    await target.open();
    for await (const line of recordLines(vault, refuse)) {
      signal?.throwIfAborted();
      await tables.add(tableRow(await recordIn(vault, line), line), line.record.bytes);
    }
    await tables.end();
    signal?.throwIfAborted();
    await target.keep();
  } catch (error) {
    await target.drop().catch(() => undefined);
    throw error;
  }
  const { rows, files } = tables;
  return { rows, files };
}
