/**
 * A store of webhook ids and an inbox in Postgres, for receivers on several machines.
 *
 * @module
 */

import { checkedOptions } from '../errors/checked-options.ts';
import { callback, told } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import {
  type ClientOf,
  checkPool,
  type PooledPostgresClient,
  type PostgresPool,
  rowsOfLast,
  surviveDeaths,
} from '../sql/postgres/pool.ts';
import { inlined, isNotDone } from '../sql/postgres/statements.ts';
import { postgresTransaction, retried } from '../sql/postgres/transaction.ts';
import { TABLES, tableName } from '../sql/table-name.ts';
import type { WebhookDelivery } from './handler/handler-options.ts';
import { postgresStatements } from './store/postgres-statements.ts';
import {
  RETENTION_SECONDS,
  retention as retentionKind,
  SWEEP_MAX_ROWS,
} from './store/retention.ts';
import { type OnSweepError, Sweeps } from './store/sweeps.ts';
import { WebhookClaimLostError } from './store/webhook-claim-lost-error.ts';
import type { WebhookStore } from './store/webhook-store.ts';
import { TransactionsInHand } from './transactions-in-hand.ts';

export type {
  ClientOf,
  PooledPostgresClient,
  PostgresClient,
  PostgresPool,
  PostgresResult,
} from '../sql/postgres/pool.ts';
export {
  type PostgresInbox,
  type PostgresInboxOptions,
  postgresInbox,
} from './inbox/postgres-inbox.ts';
export type { InboxRecord, ReconcileMark, WebhookInbox } from './inbox/webhook-inbox.ts';
export type { OnSweepError } from './store/sweeps.ts';

/** How {@link postgresStore} keeps its ids. */
export interface PostgresStoreOptions {
  /** The table's name, with or without a schema. Default: `consent_evidence_webhooks`. */
  table?: string | undefined;
  /** How long a completed id is remembered: whole seconds, at least 3,600. Default: 86,400 (a day). */
  retentionSeconds?: number | undefined;
  /**
   * Called when old rows cannot be deleted (for example, without the `DELETE` privilege): once, and
   * again only after a deletion has worked. No delivery fails because of it. Default: a process
   * warning.
   */
  onSweepError?: OnSweepError | undefined;
  /** Returns the current time in Unix milliseconds, for tests. Default: the database's own clock. */
  now?: (() => number) | undefined;
}

const OPTIONS = (): OptionTable<PostgresStoreOptions> => ({
  table: tableName(),
  retentionSeconds: retentionKind(),
  onSweepError: told,
  now: callback,
});

/** A {@link WebhookStore} in Postgres. */
export interface PostgresStore<Client = PooledPostgresClient> extends WebhookStore {
  /**
   * Creates the table and its index if there is no table, which needs the privilege to create one.
   * An existing table is left as it is, and needs no such privilege.
   */
  createTable(): Promise<void>;
  /**
   * Runs `effect` and completes the delivery in one transaction: both take effect or neither does,
   * whatever fails and whatever the role's `synchronous_commit` says. `effect` must write through
   * the client it gets, and must not commit. If the database rolls the transaction back because of
   * another one (SQLSTATE 40001, 40P01), it is run again, `effect` included, at most twenty times
   * in all.
   *
   * @throws `WebhookClaimLostError` if another claim holds the id or has completed it: everything
   * that `effect` wrote is rolled back. `InvalidInputError` if `effect` ended the transaction, for
   * example with a query builder's own `transaction()`: the delivery is not completed and will be
   * sent again, and what was committed stays. Anything that `effect` or the database throws.
   */
  transaction<T>(
    delivery: Pick<WebhookDelivery, 'webhookId' | 'claimId'>,
    effect: (client: Client) => Promise<T>,
  ): Promise<T>;
}

/**
 * Creates a store in Postgres, over your own pool, for any number of processes on any number of
 * machines. Create its table with `createTable()`, or with the guide's SQL in your migrations.
 *
 * A completed id is remembered for `retentionSeconds`, then deleted, at most 1,000 at a time.
 * Leases use the database's clock, which all receivers share.
 *
 * If a connection of the pool dies, the process keeps running: a transaction on it rejects, and the
 * pool drops an idle connection. To be notified of the latter, listen to the pool's own `'error'`.
 *
 * @throws `InvalidInputError` for a bad table name or `retentionSeconds`, or a `pool` that is none.
 * @example
 * ```ts
 * const store = postgresStore(new Pool());
 * await store.createTable();
 * const handler = createWebhookHandler({
 *   secret,
 *   store,
 *   onEvent: (event, delivery) =>
 *     store.transaction(delivery, async (client) => {
 *       if (!isCdrCompleted(event)) return;
 *       await client.query('INSERT INTO leads (cdr_id) VALUES ($1)', [event.cdrId]);
 *     }),
 * });
 * ```
 */
export function postgresStore<Pool extends PostgresPool>(
  pool: Pool,
  options: PostgresStoreOptions = {},
): PostgresStore<ClientOf<Pool>> {
  checkPool(pool);
  const given = checkedOptions(OPTIONS, options);
  const { table = TABLES.webhooks, retentionSeconds: retention = RETENTION_SECONDS } = given;
  const { now, onSweepError } = given;
  const sql = postgresStatements(table);
  const completeOnce = inlined(sql.completeOnce);
  const present = (): string | null => (now === undefined ? null : new Date(now()).toISOString());
  const sweeps = new Sweeps(onSweepError);
  const inHand = new TransactionsInHand();
  surviveDeaths(pool);

  async function rowsOf(text: string, values: (string | number | null)[]): Promise<unknown[]> {
    return rowsOfLast(await retried(() => pool.query(text, values)));
  }

  async function lost(id: string): Promise<WebhookClaimLostError> {
    return new WebhookClaimLostError(id, {
      completed: (await rowsOf(sql.isCompleted, [id])).length > 0,
    });
  }

  async function sweep(): Promise<void> {
    try {
      await rowsOf(sql.sweep, [present(), SWEEP_MAX_ROWS, retention]);
      sweeps.worked();
    } catch (error) {
      sweeps.failed(error);
    }
  }

  return {
    async createTable() {
      if ((await rowsOf(sql.hasTable, [])).length === 0) await pool.query(sql.createTable);
    },
    async claim(id, { leaseSeconds, claimId = null }) {
      const claimed = await rowsOf(sql.claim, [id, claimId, leaseSeconds, present()]);
      if (sweeps.isDue()) await sweep();
      if (claimed.length > 0) return 'new';
      return (await rowsOf(sql.isCompleted, [id])).length > 0 ? 'duplicate' : 'busy';
    },
    async complete(id, { claimId } = {}) {
      if (await inHand.completed(id, claimId)) return;
      const ours = await rowsOf(sql.complete, [id, claimId ?? null, retention, present()]);
      if (ours.length > 0) return;
      throw await lost(id);
    },
    async release(id, { claimId = null } = {}) {
      await rowsOf(sql.release, [id, claimId]);
    },
    async transaction({ webhookId, claimId }, effect) {
      const work = {
        effect: (client: PooledPostgresClient) => effect(client as ClientOf<Pool>),
        // Last, so that the row is locked for no longer than the commit takes.
        completion: () => completeOnce([webhookId, claimId, retention, present()]),
      };
      return inHand.run({ webhookId, claimId }, async () => {
        try {
          return await postgresTransaction(pool, work);
        } catch (error) {
          throw isNotDone(error) ? await lost(webhookId) : error;
        }
      });
    },
  };
}
