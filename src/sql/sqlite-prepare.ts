import { insistently, withBusyTimeout } from './sqlite-busy.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** How long a statement of the user's own waits for another writer, blocking the event loop. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Sets a database up for receivers in several processes: a write-ahead log, every commit on the
 * disk, and a `busy_timeout` of 5 seconds for your own statements (the store's never block). Any
 * number of processes may do this to one file at once. If a process uses its own `PRAGMA`s instead,
 * `journal_mode` sometimes fails with "database is locked", whatever the `busy_timeout`.
 *
 * @throws SQLite's own error, including "database is locked" after ten seconds.
 * @example
 * ```ts
 * const database = new DatabaseSync('leads.db');
 * prepareSqlite(database);
 * const store = sqliteStore(database);
 * ```
 */
export function prepareSqlite(database: SqliteDatabase): void {
  withBusyTimeout(database, 0, () => {
    insistently(() => database.exec('PRAGMA journal_mode = WAL'));
  });
  // What was acknowledged is never sent again, so it must survive a power cut too.
  database.exec('PRAGMA synchronous = FULL');
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
}
