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
 * Opens a file by `node:sqlite`, asked for at run time: whoever hands in a database needs no such
 * module, and is spared the ExperimentalWarning that some versions of Node print when it loads. It
 * is closed again where it cannot be prepared.
 */
export function openSqlite(
  path: string,
  prepare: (database: SqliteDatabase) => void = prepareSqlite,
): OpenedDatabase {
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
