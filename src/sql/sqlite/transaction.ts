import { invalidInput } from '../../errors/invalid-input-error.ts';
import type { SqliteDatabase } from './database.ts';
import { isBusy, withBusyTimeout } from './database.ts';
import { effectIn, PendingEffect, settled } from './effect.ts';
import type { SqliteSource } from './source.ts';

/** How long a commit may block the event loop if readers are in its way (no write-ahead log). */
const COMMIT_WAIT_MS = 50;

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 25;

/** A savepoint that lives exactly as long as the transaction that the store began. */
const GUARD = 'consent_evidence_guard';

type Place = Pick<SqliteSource<unknown>, 'database' | 'checkPlace'>;

type Outcome<T> = { result: T } | { busy: unknown };

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Uses `BEGIN IMMEDIATE`, to get the right to write before anything is decided by reading. */
function begin(database: SqliteDatabase): void {
  const isOpen = (error?: unknown): boolean =>
    database.isTransaction ?? /within a transaction/.test(String(error));
  try {
    if (!isOpen()) return void database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (!isOpen(error)) throw error;
  }
  throw new Error(
    'a transaction is already open on the database: it could undo what the store does',
  );
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // Some failures (a full disk) have rolled back already; the first error is the one to report.
  }
}

/** Commits. If readers are in the way, everything is rolled back, and can be tried again. */
function commit<T>(database: SqliteDatabase, result: T): Outcome<T> {
  try {
    withBusyTimeout(database, COMMIT_WAIT_MS, () => database.exec('COMMIT'));
    return { result };
  } catch (error) {
    rollBack(database);
    if (isBusy(error)) return { busy: error };
    throw error;
  }
}

/** Tries once. Only a failure before the work, or one that undid all of it, can be retried. */
function attempt<T>(
  { database, checkPlace }: Place,
  work: () => T | PendingEffect<T>,
): Outcome<T> | { pending: PendingEffect<T> } {
  checkPlace();
  try {
    begin(database);
  } catch (error) {
    if (isBusy(error)) return { busy: error };
    throw error;
  }
  let result: T | PendingEffect<T>;
  try {
    result = work();
  } catch (error) {
    rollBack(database);
    throw error;
  }
  return result instanceof PendingEffect ? { pending: result } : commit(database, result);
}

/**
 * Runs `work` in its own transaction, as soon as no other connection is writing. Waits for that
 * without blocking, at most `waitMs` in all, so that a locked file does not stop a process that has
 * other things to do. `work` itself is synchronous: nothing comes in between. If it ends with an
 * effect that is pending, the transaction stays open, and other steps on the database wait.
 */
export async function sqliteTransaction<T>(
  place: Place,
  waitMs: number,
  work: () => T | PendingEffect<T>,
): Promise<T> {
  const { database } = place;
  let pauseMs = FIRST_PAUSE_MS;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    for (let over = effectIn(database); over !== undefined; over = effectIn(database)) await over();
    const tried = withBusyTimeout(database, 0, () => attempt(place, work));
    const outcome =
      'pending' in tried ? await settled(database, tried.pending, commit, rollBack) : tried;
    if ('result' in outcome) return outcome.result;
    if (waitedMs >= waitMs) throw outcome.busy;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function release(database: SqliteDatabase): void {
  try {
    database.exec(`RELEASE ${GUARD}`);
  } catch (error) {
    if (!/no such savepoint/.test(String(error))) throw error;
    throw invalidInput(
      'effect',
      'ended the transaction in which it ran, so nothing is completed: expected no BEGIN, ' +
        'COMMIT or ROLLBACK of its own; savepoints are fine',
    );
  }
}

/** Runs the user's part of a transaction, and makes sure that it left the transaction open. */
export function guarded<T>(database: SqliteDatabase, effect: () => T): T {
  database.exec(`SAVEPOINT ${GUARD}`);
  const result = effect();
  if (isPromise(result)) {
    // A rejection would have no handler, and would end the process.
    Promise.resolve(result).catch(() => undefined);
    throw invalidInput('effect', 'expected a synchronous function that returns no promise');
  }
  release(database);
  return result;
}

/** The same for an effect that may return a promise. `finish` runs after it, and gives the result. */
export function guardedThen<T>(
  database: SqliteDatabase,
  effect: () => unknown,
  finish: () => T,
): T | PendingEffect<T> {
  database.exec(`SAVEPOINT ${GUARD}`);
  const result = effect();
  const end = (): T => {
    release(database);
    return finish();
  };
  return isPromise(result) ? new PendingEffect(result, end) : end();
}
