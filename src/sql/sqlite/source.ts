import { invalidInput } from '../../errors/invalid-input-error.ts';
import { builtinModule } from '../../platform/builtin-module.ts';
import type { SqliteDatabase } from './database.ts';
import { insistently, prepareSqlite, withBusyTimeout } from './database.ts';
import { createForOwner, placeOf, type SqliteFile, sqlitePath } from './file.ts';

/** A database that was opened here. */
interface OpenedDatabase extends SqliteDatabase {
  close(): void;
}

interface NodeSqlite {
  DatabaseSync: new (path: string) => OpenedDatabase;
}

/**
 * Opens a file with `node:sqlite`, which is loaded at run time: a caller that passes a database
 * does not need the module, and is spared the ExperimentalWarning that some versions of Node print
 * when it loads.
 */
function opened(place: unknown): OpenedDatabase {
  const path = sqlitePath(place);
  const sqlite = builtinModule('node:sqlite') as NodeSqlite | undefined;
  if (sqlite === undefined) {
    throw invalidInput(
      'source',
      'expected an open database, because this runtime has no node:sqlite',
    );
  }
  createForOwner(path);
  return new sqlite.DatabaseSync(path);
}

function isDatabase(source: unknown): source is SqliteDatabase {
  const { exec, prepare } = (source ?? {}) as Partial<SqliteDatabase>;
  return typeof exec === 'function' && typeof prepare === 'function';
}

/** A database, and the statements that were prepared on it. */
export interface SqliteSource<Statements> {
  readonly database: SqliteDatabase;
  readonly sql: Statements;
  /** Throws if the files of the table are no longer in their place. */
  readonly checkPlace: () => void;
  /** Whether the database was opened here and is not closed yet. */
  readonly isOurs: () => boolean;
  /** Closes the database if it was opened here; closing it again is not an error. */
  readonly close: () => void;
}

/**
 * Takes an open database as it is, or opens the file at a place and sets it up. `start` creates the
 * table and prepares the statements; it is tried again while another process is in the way. If it
 * fails, a file that was opened here is closed again.
 */
export function sqliteSource<Statements>(
  source: SqliteFile | SqliteDatabase,
  table: string,
  start: (database: SqliteDatabase, table: string) => Statements,
): SqliteSource<Statements> {
  let own = isDatabase(source) ? undefined : opened(source);
  const database = own ?? (source as SqliteDatabase);
  const close = (): void => {
    own?.close();
    own = undefined;
  };
  try {
    if (own !== undefined) prepareSqlite(own);
    const sql = withBusyTimeout(database, 0, () => insistently(() => start(database, table)));
    // After the start: only then are the files beside a database in use.
    const checkPlace = placeOf(database, table);
    return { database, sql, checkPlace, isOurs: () => own !== undefined, close };
  } catch (error) {
    close();
    throw error;
  }
}
