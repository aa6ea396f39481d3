import { builtinModule } from '../builtin-module.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import { insistently, withBusyTimeout } from './sqlite-busy.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { placeOf } from './sqlite-place.ts';
import { prepareSqlite } from './sqlite-prepare.ts';

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
function opened(path: string): OpenedDatabase {
  if (path === '') {
    // As from an empty variable: SQLite would open a file that it deletes with the process.
    throw invalidInput('source', 'expected a path or an open database, not an empty string');
  }
  const sqlite = builtinModule('node:sqlite') as NodeSqlite | undefined;
  if (sqlite === undefined) {
    throw invalidInput(
      'source',
      'expected an open database, because this runtime has no node:sqlite',
    );
  }
  return new sqlite.DatabaseSync(path);
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
 * Takes an open database as it is, or opens the file at a path and sets it up. `start` creates the
 * table and prepares the statements; it is tried again while another process is in the way. If it
 * fails, a file that was opened here is closed again.
 */
export function sqliteSource<Statements>(
  source: string | SqliteDatabase,
  table: string,
  start: (database: SqliteDatabase, table: string) => Statements,
): SqliteSource<Statements> {
  let own = typeof source === 'string' ? opened(source) : undefined;
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
