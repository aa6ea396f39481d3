import { type Kind, wholeNumber } from '../../options/kinds.ts';

/** The parts of a database that are used: `DatabaseSync` of `node:sqlite` has them. */
export interface SqliteDatabase {
  /** Runs statements that return no rows. */
  exec(sql: string): unknown;
  /** Compiles a statement. */
  prepare(sql: string): SqliteStatement;
  /** Whether a transaction is open; absent if the library does not tell. */
  readonly isTransaction?: boolean | undefined;
}

/** The parts of a prepared statement that are used. */
export interface SqliteStatement {
  /** Runs the statement with these values, and returns all its rows. */
  all(...values: (string | number | null)[]): unknown[];
}

/**
 * The default of the option `busyTimeoutMs`, and how long a statement of the user's own waits for
 * another writer, blocking the event loop.
 */
export const BUSY_TIMEOUT_MS = 5_000;

/** The option `busyTimeoutMs` of what is kept in SQLite. */
export const busyTimeout = (): Kind => wholeNumber(0, 15_000, 'milliseconds');

/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: another connection is in the way, for now. */
const BUSY_CODES = new Set([5, 6, 15]);

interface SqliteFailure {
  /** `node:sqlite`. */
  errcode?: unknown;
  /** Libraries that give the code's name. */
  code?: unknown;
  message?: unknown;
}

/** Tells whether a failure means that another connection holds the file. */
export function isBusy(error: unknown): boolean {
  const { errcode, code, message } = (error ?? {}) as SqliteFailure;
  // An extended code has the plain one in its lowest byte.
  if (typeof errcode === 'number') return BUSY_CODES.has(errcode & 0xff);
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(String(code))) return true;
  return /^(database( table| schema)? is locked|locking protocol)/.test(String(message));
}

/** Calls `run` with another `busy_timeout`, and restores the previous one. */
export function withBusyTimeout<T>(database: SqliteDatabase, ms: number, run: () => T): T {
  const [row] = database.prepare('PRAGMA busy_timeout').all();
  const [before] = Object.values(row as Record<string, unknown>);
  database.exec(`PRAGMA busy_timeout = ${ms}`);
  try {
    return run();
  } finally {
    database.exec(`PRAGMA busy_timeout = ${Number(before)}`);
  }
}

const START_TRIES = 1000;
const START_PAUSE_MS = 10;

/**
 * Runs a step of the start, and retries it for ten seconds while another process is in the way. It
 * blocks, as a start may. SQLite's own `busy_timeout` is not enough: if two connections switch a
 * file to a write-ahead log at the same time, one fails without waiting.
 */
export function insistently<T>(run: () => T): T {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 1; ; tries += 1) {
    try {
      return run();
    } catch (error) {
      if (tries >= START_TRIES || !isBusy(error)) throw error;
    }
    Atomics.wait(cell, 0, 0, START_PAUSE_MS);
  }
}

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
