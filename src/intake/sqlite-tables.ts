import type { SqliteDatabase, SqliteStatement } from '../sql/sqlite/database.ts';
import { missingSqliteIndexes } from '../sql/sqlite/whole.ts';
import { LEDGER_VERSION, LedgerError, otherVersion } from './ledger-error.ts';
import { aboutTable } from './ledger-row.ts';
import {
  LEDGER_INDEXES,
  sqliteAboutTable,
  sqliteLedgerSql,
  sqliteLedgerTable,
} from './sqlite-ledger-sql.ts';

export type Statements = {
  readonly [Name in keyof ReturnType<typeof sqliteLedgerSql>]: SqliteStatement;
};

function hasTable(database: SqliteDatabase, table: string): boolean {
  const dot = table.indexOf('.') + 1;
  const sql = `SELECT 1 FROM ${table.slice(0, dot)}sqlite_master WHERE type = 'table' AND name = ?`;
  return database.prepare(sql).all(table.slice(dot)).length > 0;
}

/**
 * Creates the tables of a new ledger, in one transaction: a process that dies on the way must leave
 * none that says no version.
 */
function createTables(database: SqliteDatabase, table: string): void {
  if (!hasTable(database, table)) {
    database.exec('BEGIN IMMEDIATE');
    try {
      // Another process may have been faster.
      if (!hasTable(database, table)) {
        database.exec(`${sqliteAboutTable(table)};${sqliteLedgerTable(table)}`);
      }
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
  const version = versionOf(database, table);
  if (version !== LEDGER_VERSION) throw otherVersion(table, version);
  database.exec(sqliteLedgerTable(table));
}

function versionOf(database: SqliteDatabase, table: string): number | undefined {
  if (!hasTable(database, aboutTable(table))) return undefined;
  const [row] = database.prepare(`SELECT version FROM ${aboutTable(table)}`).all();
  return (row as { version: number } | undefined)?.version;
}

/** Creates the tables, erases from then on what is deleted, and prepares the statements. */
export function statementsOf(database: SqliteDatabase, table: string): Statements {
  const schema = table.slice(0, table.indexOf('.') + 1);
  database.exec('PRAGMA secure_delete = ON');
  // A rollback journal that stays between transactions holds what the last one erased.
  database.exec(`PRAGMA ${schema}journal_size_limit = 0`);
  createTables(database, table);
  const missing = missingSqliteIndexes(database, table, LEDGER_INDEXES);
  if (missing.length > 0) {
    const what = `${table} lacks unique indexes: run ${missing.join('; ')}`;
    throw new LedgerError(what, { reason: 'not_whole' });
  }
  const sql = Object.entries(sqliteLedgerSql(table));
  return Object.fromEntries(
    sql.map(([name, text]) => [name, database.prepare(text)]),
  ) as unknown as Statements;
}
