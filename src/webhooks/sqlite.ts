/**
 * A store of webhook ids in SQLite, for receivers on one machine.
 *
 * @module
 */
import { invalidInput } from '../errors/invalid-input-error.ts';
import type { WebhookDelivery } from './handler-options.ts';
import { RETENTION_SECONDS, SWEEP_EVERY_CLAIMS, SWEEP_MAX_ROWS } from './retention.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { openSqlite } from './sqlite-open.ts';
import { sqliteStatements } from './sqlite-statements.ts';
import { checkTableName } from './table-name.ts';
import { WebhookClaimLostError } from './webhook-claim-lost-error.ts';
import type { WebhookStore } from './webhook-store.ts';

export type { SqliteDatabase, SqliteStatement } from './sqlite-database.ts';

/** How {@link sqliteStore} keeps its ids. */
export interface SqliteStoreOptions {
  /** The table's name; `consent_evidence_webhooks` when left out. */
  table?: string | undefined;
  /** The present in Unix milliseconds; `Date.now` when left out. */
  now?: (() => number) | undefined;
}

/** A {@link WebhookStore} in SQLite. */
export interface SqliteStore extends WebhookStore {
  /**
   * Runs `effect` and completes the delivery in one transaction: both are done, or neither, whatever
   * dies when. `effect` writes through the same database as the store and is done when it returns.
   *
   * @throws `WebhookClaimLostError` where another claim holds the id or has completed it: `effect`
   * was not run. `InvalidInputError` where `effect` gives a promise. Whatever `effect` throws.
   */
  transaction<T>(delivery: Pick<WebhookDelivery, 'webhookId' | 'claimId'>, effect: () => T): T;
  /** Closes the database, where the store opened it; a second time is no error. */
  close(): void;
}

function isPromise(value: unknown): boolean {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** `BEGIN IMMEDIATE`, so that the right to write is had before anything is decided by reading. */
function inTransaction<T>(database: SqliteDatabase, run: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    if (isPromise(result)) {
      throw invalidInput('effect', 'expected a function that is done when it returns, no promise');
    }
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // Some failures (a full disk) have rolled back already; the first error is the one to tell.
    }
    throw error;
  }
}

/**
 * A store in an SQLite file: right for any number of processes on one machine, and for a restart
 * between two attempts. It makes its table where there is none.
 *
 * Given a path, it opens the file by `node:sqlite` with a write-ahead log, every commit on the disk.
 * Given a database, it leaves that one's settings alone and can share a transaction with your own
 * writes. No transaction may be open on it across an `await`: a claim in between is refused.
 *
 * A completed id is remembered for 24 hours, then deleted, at most 1,000 at once.
 *
 * @throws `InvalidInputError` for a bad table name, or a path where the runtime has no
 * `node:sqlite`; SQLite's own error for a file that cannot be opened.
 * @example
 * ```ts
 * const database = new DatabaseSync('leads.db');
 * const store = sqliteStore(database);
 * const insert = database.prepare('INSERT INTO leads (cdr_id) VALUES (?)');
 * const handler = createWebhookHandler({
 *   secret,
 *   store,
 *   onEvent: (event, delivery) =>
 *     store.transaction(delivery, () => {
 *       if (isCdrCompleted(event)) insert.run(event.cdrId);
 *     }),
 * });
 * ```
 */
export function sqliteStore(
  source: string | SqliteDatabase,
  options: SqliteStoreOptions = {},
): SqliteStore {
  const { now = Date.now } = options;
  const table = checkTableName(options.table);
  let opened = typeof source === 'string' ? openSqlite(source) : undefined;
  const database = opened ?? (source as SqliteDatabase);
  const sql = sqliteStatements(database, table);
  let claims = 0;

  return {
    async claim(id, { leaseSeconds, claimId = null }) {
      if (database.isTransaction) {
        throw new Error('a transaction is open on the database: it could undo the claim');
      }
      const at = now();
      if (claims++ % SWEEP_EVERY_CLAIMS === 0) sql.sweep.all(at, SWEEP_MAX_ROWS);
      const claimed = sql.claim.all(id, claimId, at + leaseSeconds * 1000, at);
      if (claimed.length > 0) return 'new';
      return sql.isCompleted.all(id).length > 0 ? 'duplicate' : 'busy';
    },
    async complete(id, { claimId = null } = {}) {
      const at = now();
      const ours = sql.complete.all(id, claimId, at + RETENTION_SECONDS * 1000, at);
      if (ours.length > 0) return;
      throw new WebhookClaimLostError(id, { completed: sql.isCompleted.all(id).length > 0 });
    },
    async release(id, { claimId = null } = {}) {
      sql.release.all(id, claimId);
    },
    transaction: ({ webhookId, claimId }, effect) =>
      inTransaction(database, () => {
        const at = now();
        const ours = sql.completeOnce.all(webhookId, claimId, at + RETENTION_SECONDS * 1000, at);
        if (ours.length === 0) throw new WebhookClaimLostError(webhookId);
        return effect();
      }),
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}
