import { invalidInput } from '../errors/invalid-input-error.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { prepareSqlite } from './sqlite-prepare.ts';

/** A database that was opened here. */
interface OpenedDatabase extends SqliteDatabase {
  close(): void;
}

interface BuiltinModules {
  getBuiltinModule?(
    id: 'node:sqlite',
  ): { DatabaseSync: new (path: string) => OpenedDatabase } | undefined;
}

/**
 * Opens a file with `node:sqlite`, which is loaded at run time: a caller that passes a database
 * does not need the module, and is spared the ExperimentalWarning that some versions of Node print
 * when it loads. Closes the file again if `prepare` fails.
 */
export function openSqlite(
  path: string,
  prepare: (database: SqliteDatabase) => void = prepareSqlite,
): OpenedDatabase {
  if (path === '') {
    // As from an empty variable: SQLite would open a file that it deletes with the process.
    throw invalidInput('source', 'expected a path or an open database, not an empty string');
  }
  const { process } = globalThis as { process?: BuiltinModules };
  const sqlite = process?.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) {
    throw invalidInput(
      'source',
      'expected an open database, because this runtime has no node:sqlite',
    );
  }
  const database = new sqlite.DatabaseSync(path);
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
