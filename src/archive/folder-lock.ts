import { invalidInput } from '../errors/invalid-input-error.ts';
import { builtinModule } from '../resources/builtin-module.ts';
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
 * A lock that the operating system holds: SQLite locks the file, and the system lets go of it when
 * the process ends, however it ends. A number of a process in a file would be someone else's after
 * a restart, and in another container no one's.
 */
export function lockFile(path: string): VaultLock | undefined {
  const sqlite = builtinModule('node:sqlite') as Sqlite | undefined;
  if (sqlite === undefined) {
    throw invalidInput('folder', 'this runtime has no node:sqlite, which locks the folder');
  }
  const database = new sqlite.DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release: async () => {
      database.close();
    },
  };
}
