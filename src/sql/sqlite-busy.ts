import type { SqliteDatabase } from './sqlite-database.ts';

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
