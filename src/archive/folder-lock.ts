import { invalidInput } from '../errors/invalid-input-error.ts';
import { builtinModule } from '../platform/builtin-module.ts';
import type { VaultLock } from './vault.ts';

interface Database {
  exec(sql: string): unknown;
  close(): void;
}

interface Sqlite {
  readonly DatabaseSync: new (path: string) => Database;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return Number.isInteger(errcode) && (Number(errcode) & 0xff) === SQLITE_BUSY;
}

/**
 * Takes a lock that the operating system holds: SQLite locks the file, and the system releases it
 * when the process ends, in whatever way. A file with a process id would be no substitute: after a
 * restart the id may be another process's, and in another container it means nothing.
 * Returns `undefined` if the file is locked already.
 */
export function lockFile(path: string): VaultLock | undefined {
  const sqlite = builtinModule('node:sqlite') as Sqlite | undefined;
  if (sqlite === undefined) {
    throw invalidInput('folder', 'this runtime has no node:sqlite, which locks the folder');
  }
  let database: Database | undefined;
  try {
    database = new sqlite.DatabaseSync(path);
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw new Error(`${path} cannot be locked: ${(error as Error).message}`, { cause: error });
  }
  return {
    release: async () => database.close(),
  };
}
