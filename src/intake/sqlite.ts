/**
 * A ledger of leads in SQLite, for intakes on one machine.
 *
 * @module
 */

import { checkedOptions } from '../errors/checked-options.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { SqliteDatabase } from '../sql/sqlite/database.ts';
import { BUSY_TIMEOUT_MS, busyTimeout } from '../sql/sqlite/database.ts';
import type { SqliteFile } from '../sql/sqlite/file.ts';
import { sqliteSource } from '../sql/sqlite/source.ts';
import { TABLES, tableName } from '../sql/table-name.ts';
import type { Ledger } from './ledger.ts';
import { SqliteLeads } from './sqlite-leads.ts';
import { statementsOf } from './sqlite-tables.ts';

export type { SqliteDatabase, SqliteStatement } from '../sql/sqlite/database.ts';
export type { SqliteFile } from '../sql/sqlite/file.ts';

/** Options of {@link sqliteLedger}. */
export interface SqliteLedgerOptions {
  /** The table's name. Default: `consent_evidence_leads`. */
  readonly table?: string | undefined;
  /**
   * How long a step waits, without blocking this process, while another process writes to the file;
   * then it rejects. Milliseconds, 0 to 15,000. Default: 5,000.
   */
  readonly busyTimeoutMs?: number | undefined;
}

const OPTIONS = (): OptionTable<SqliteLedgerOptions> => ({
  table: tableName(),
  busyTimeoutMs: busyTimeout(),
});

/** A {@link Ledger} in SQLite. The `tx` of its transactions is the database. */
export interface SqliteLedger extends Ledger<SqliteDatabase> {
  /** Closes the database if the ledger opened it. May be called more than once. */
  close(): void;
}

/**
 * Opens a ledger in an SQLite file, for an intake on one machine, in any number of processes.
 * Creates its table if there is none.
 *
 * Given a path or a `file:` URL, it opens the file with `node:sqlite`, with a write-ahead log, and
 * every commit is on the disk before a promise resolves. A new file is readable by its owner alone.
 * Given a database, it leaves `journal_mode` and `synchronous` as they are, and sets `secure_delete`
 * and `journal_size_limit = 0`, which must stay. `onDecision` can write to other tables: it gets the
 * database as `tx`, within the transaction. If it returns a promise, the transaction stays open until
 * that settles, at most five seconds. Until then, whatever else is written through this database
 * object is part of it, so write nothing else through it, and call nothing of the intake.
 *
 * Data that a decision erases is overwritten, and a write-ahead log or a journal is emptied before
 * the decision is returned, so that no file contains it any more. If another connection reads all
 * that time, the log is emptied with a later step of the ledger, or at the next start. What a
 * process leaves that dies in between, the others empty with their next decision, or at the end of
 * a pass that leaves no lead due.
 *
 * If the file is deleted, moved or replaced while it is open, each step rejects: what SQLite would
 * write is lost.
 *
 * @throws `InvalidInputError` for an invalid option, a `source` that is neither a file in an
 * existing folder nor a database, or a path if the runtime has no `node:sqlite`; SQLite's own error for a file that cannot be opened.
 * @example
 * ```ts
 * const intake = createLeadIntake({ client, ledger: sqliteLedger('leads.db'), criteria });
 * ```
 */
export function sqliteLedger(
  source: SqliteFile | SqliteDatabase,
  options: SqliteLedgerOptions = {},
): SqliteLedger {
  const { table = TABLES.leads, busyTimeoutMs = BUSY_TIMEOUT_MS } = checkedOptions(
    OPTIONS,
    options,
  );
  return new SqliteLeads(sqliteSource(source, table, statementsOf), busyTimeoutMs);
}
