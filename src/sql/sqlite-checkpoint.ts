import { isBusy, withBusyTimeout } from './sqlite-busy.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/**
 * Moves the contents of the write-ahead log into the database, and truncates the log. Does not
 * wait: `false` means that another connection is using the log. Without such a log there is nothing
 * to do.
 */
export function emptyLog(database: SqliteDatabase): boolean {
  return withBusyTimeout(database, 0, () => {
    try {
      const [row] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      return (row as { busy: number }).busy === 0;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  });
}
