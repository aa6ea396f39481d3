import { isBusy, withBusyTimeout } from './sqlite-busy.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/**
 * Moves what stands in the write-ahead log to the database, and cuts the log to nothing. It waits
 * for no one: `false` says that another connection is at the log. Without such a log there is
 * nothing to do.
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
