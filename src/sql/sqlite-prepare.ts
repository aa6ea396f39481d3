import { insistently, withBusyTimeout } from './sqlite-busy.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** How long a statement of the user's own waits for another writer, the event loop standing still. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Sets a database up for receivers in several processes: a write-ahead log, every commit on the
 * disk, and a `busy_timeout` of 5 seconds for your own statements (the store's never block). Any
 * number of processes may do this to one file at once. Where a process does it with `PRAGMA`s of its
 * own, `journal_mode` fails now and then with "database is locked", whatever `busy_timeout` says.
 *
 * @throws SQLite's own error, "database is locked" after ten seconds included.
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
  // What was acknowledged is never sent again: it must outlive a power cut as well.
  database.exec('PRAGMA synchronous = FULL');
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
}
