/**
 * A store of webhook ids and an inbox in SQLite, for receivers on one machine.
 *
 * @module
 */
import { checkedOptions } from '../errors/checked-options.ts';
import { callback, told } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { SqliteDatabase } from '../sql/sqlite/database.ts';
import { BUSY_TIMEOUT_MS, busyTimeout, isBusy, withBusyTimeout } from '../sql/sqlite/database.ts';
import type { SqliteFile } from '../sql/sqlite/file.ts';
import { sqliteSource } from '../sql/sqlite/source.ts';
import { guarded, sqliteTransaction } from '../sql/sqlite/transaction.ts';
import { TABLES, tableName } from '../sql/table-name.ts';
import type { WebhookDelivery } from './handler/handler-options.ts';
import { RETENTION_SECONDS, retention, SWEEP_MAX_ROWS } from './store/retention.ts';
import { sqliteStatements } from './store/sqlite-statements.ts';
import { type OnSweepError, Sweeps } from './store/sweeps.ts';
import { WebhookClaimLostError } from './store/webhook-claim-lost-error.ts';
import type { WebhookStore } from './store/webhook-store.ts';
import { TransactionsInHand } from './transactions-in-hand.ts';

export type { SqliteDatabase, SqliteStatement } from '../sql/sqlite/database.ts';
export { prepareSqlite } from '../sql/sqlite/database.ts';
export type { SqliteFile } from '../sql/sqlite/file.ts';
export { type SqliteInbox, type SqliteInboxOptions, sqliteInbox } from './inbox/sqlite-inbox.ts';
export type { InboxRecord, ReconcileMark, WebhookInbox } from './inbox/webhook-inbox.ts';
export type { OnSweepError } from './store/sweeps.ts';

/** How {@link sqliteStore} keeps its ids. */
export interface SqliteStoreOptions {
  /** The table's name. Default: `consent_evidence_webhooks`. */
  table?: string | undefined;
  /** How long a completed id is remembered: whole seconds, at least 3,600. Default: 86,400 (a day). */
  retentionSeconds?: number | undefined;
  /**
   * How long a step of the store waits, without blocking this process, while another process writes
   * to the file; then it rejects, and the handler answers 503. Milliseconds, 0 to 15,000. Default:
   * 5,000.
   */
  busyTimeoutMs?: number | undefined;
  /**
   * Called when old rows cannot be deleted: once, and again only after a deletion has worked. No
   * delivery fails because of it. Default: a process warning.
   */
  onSweepError?: OnSweepError | undefined;
  /** Returns the current time in Unix milliseconds. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

const OPTIONS = (): OptionTable<SqliteStoreOptions> => ({
  table: tableName(),
  retentionSeconds: retention(),
  busyTimeoutMs: busyTimeout(),
  onSweepError: told,
  now: callback,
});

/** A {@link WebhookStore} in SQLite. */
export interface SqliteStore extends WebhookStore {
  /**
   * Runs `effect` and completes the delivery in one transaction: both take effect or neither does,
   * whatever fails. `effect` must be synchronous and write through the same database as the store.
   * Only the wait for its turn to write is asynchronous, and does not block.
   *
   * @throws `WebhookClaimLostError` if another claim holds the id or has completed it: `effect` was
   * not run. `InvalidInputError` if `effect` returns a promise, in which case what it has written
   * is rolled back, or if it ended the transaction: the delivery is not completed and will be sent
   * again, and what was committed stays. Anything that `effect` throws; SQLite's "database is
   * locked" after `busyTimeoutMs`.
   */
  transaction<T>(
    delivery: Pick<WebhookDelivery, 'webhookId' | 'claimId'>,
    effect: () => T,
  ): Promise<T>;
  /** Closes the database if the store opened it; closing it again is not an error. */
  close(): void;
}

/** Returns the sweep to run after each claim; every so often it deletes ended rows. */
function sweepOf(
  database: SqliteDatabase,
  { sweep }: ReturnType<typeof sqliteStatements>,
  onSweepError: OnSweepError | undefined,
): (at: number) => void {
  const sweeps = new Sweeps(onSweepError);
  return (at) => {
    if (!sweeps.isDue()) return;
    try {
      withBusyTimeout(database, 0, () => sweep.all(at, SWEEP_MAX_ROWS));
      sweeps.worked();
    } catch (error) {
      // If another process is writing, a later sweep makes up for this one.
      if (!isBusy(error)) sweeps.failed(error);
    }
  };
}

/**
 * Creates a store in an SQLite file, for any number of processes on one machine; it survives a
 * restart between two attempts. It creates its table if it does not exist.
 *
 * Given a path or a `file:` URL, it opens the file with `node:sqlite`, a write-ahead log and every
 * commit synced to disk. A new file is readable by its owner alone. Given a database, it leaves that database's settings alone ({@link prepareSqlite} applies
 * the same ones) and can share a transaction with your own writes. No transaction may stay open on
 * it across an `await`: calls to the store in between reject.
 *
 * While another process writes to the file, the store waits without blocking, up to
 * `busyTimeoutMs`. A completed id is remembered for `retentionSeconds`, then deleted, at most 1,000
 * at a time.
 *
 * @throws `InvalidInputError` for a bad option, a `source` that is neither a file in an existing
 * folder nor a database, or a path on a runtime without `node:sqlite`; SQLite's own error for a file that cannot be opened.
 * @example
 * ```ts
 * const database = new DatabaseSync('leads.db');
 * prepareSqlite(database);
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
  source: SqliteFile | SqliteDatabase,
  options: SqliteStoreOptions = {},
): SqliteStore {
  const given = checkedOptions(OPTIONS, options);
  const { now = Date.now, busyTimeoutMs: waitMs = BUSY_TIMEOUT_MS } = given;
  const { table = TABLES.webhooks, retentionSeconds = RETENTION_SECONDS } = given;
  const retentionMs = retentionSeconds * 1000;
  const place = sqliteSource(source, table, sqliteStatements);
  const { database, sql, close } = place;
  const inHand = new TransactionsInHand();
  const sweep = sweepOf(database, sql, given.onSweepError);
  const lost = (id: string): WebhookClaimLostError =>
    new WebhookClaimLostError(id, { completed: sql.isCompleted.all(id).length > 0 });
  const step = <T>(work: (at: number) => T): Promise<T> =>
    sqliteTransaction(place, waitMs, () => work(now()));

  return {
    async claim(id, { leaseSeconds, claimId = null }) {
      const found = await step((at) => {
        if (sql.claim.all(id, claimId, at + leaseSeconds * 1000, at).length > 0) return 'new';
        return sql.isCompleted.all(id).length > 0 ? 'duplicate' : 'busy';
      });
      sweep(now());
      return found;
    },
    async complete(id, { claimId } = {}) {
      if (await inHand.completed(id, claimId)) return;
      await step((at) => {
        if (sql.complete.all(id, claimId ?? null, at + retentionMs, at).length > 0) return;
        throw lost(id);
      });
    },
    async release(id, { claimId = null } = {}) {
      await step(() => sql.release.all(id, claimId));
    },
    transaction: async ({ webhookId, claimId }, effect) =>
      inHand.run({ webhookId, claimId }, () =>
        step((at) => {
          const isLost = sql.isAnothers.all(webhookId, claimId, at).length > 0;
          if (isLost) throw lost(webhookId);
          const result = guarded(database, effect);
          // Last: a delivery must not count as completed because `effect` committed on its own.
          const ours = sql.completeOnce.all(webhookId, claimId, at + retentionMs, at);
          if (ours.length === 0) throw lost(webhookId);
          return result;
        }),
      ),
    close,
  };
}
