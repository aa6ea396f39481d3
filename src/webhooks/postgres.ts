/**
 * A store of webhook ids in Postgres, for receivers on several machines.
 *
 * @module
 */
import type { WebhookDelivery } from './handler-options.ts';
import { postgresStatements } from './postgres-statements.ts';
import { RETENTION_SECONDS, SWEEP_EVERY_CLAIMS, SWEEP_MAX_ROWS } from './retention.ts';
import { checkTableName } from './table-name.ts';
import { WebhookClaimLostError } from './webhook-claim-lost-error.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What is used of a client: one of `pg`'s fits. */
export interface PostgresClient {
  /** Runs one statement, its values given apart. */
  query(text: string, values?: (string | number | null)[]): Promise<{ rows: unknown[] }>;
}

/** What is used of a client that came from a pool. */
export interface PooledPostgresClient extends PostgresClient {
  /** With `true` the connection is closed, not kept. */
  release(destroy?: boolean): unknown;
}

/** What is used of a pool: `Pool` of `pg` fits. */
export interface PostgresPool extends PostgresClient {
  /** Takes a client out of the pool, for a transaction. */
  connect(): Promise<PooledPostgresClient>;
}

/** How {@link postgresStore} keeps its ids. */
export interface PostgresStoreOptions {
  /** The table's name, with a schema or without; `consent_evidence_webhooks` when left out. */
  table?: string | undefined;
  /** The present in Unix milliseconds, for tests; the database's own clock when left out. */
  now?: (() => number) | undefined;
}

/** The client that a pool's `connect` resolves to. */
export type ClientOf<Pool extends PostgresPool> = Pool extends {
  // Two signatures, for `pg` has a second one, with a callback.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- any other signature is passed over
  connect: { (): Promise<infer Client>; (...args: any[]): any };
}
  ? Client
  : PooledPostgresClient;

/** A {@link WebhookStore} in Postgres. */
export interface PostgresStore<Client = PooledPostgresClient> extends WebhookStore {
  /** Makes the table and its index where there are none. Needs the right to create tables. */
  createTable(): Promise<void>;
  /**
   * Runs `effect` and completes the delivery in one transaction: both are done, or neither, whatever
   * dies when. `effect` must write through the client it gets, and must not commit.
   *
   * @throws `WebhookClaimLostError` where another claim holds the id or has completed it: all that
   * `effect` wrote is rolled back. Whatever `effect` or the database throws.
   */
  transaction<T>(
    delivery: Pick<WebhookDelivery, 'webhookId' | 'claimId'>,
    effect: (client: Client) => Promise<T>,
  ): Promise<T>;
}

/** A connection that cannot even roll back is closed, which rolls back as well. */
async function inTransaction<T>(client: PooledPostgresClient, run: () => Promise<T>): Promise<T> {
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await run();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * A store in Postgres, over your own pool: right for any number of processes on any number of
 * machines. Its table is made by `createTable()`, or by the SQL of the guide in your migrations.
 *
 * A completed id is remembered for 24 hours, then deleted, at most 1,000 at once. Leases go by the
 * database's clock, which all receivers share.
 *
 * @throws `InvalidInputError` for a bad table name.
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
  { table, now }: PostgresStoreOptions = {},
): PostgresStore<ClientOf<Pool>> {
  const sql = postgresStatements(checkTableName(table));
  const present = (): string | null => (now === undefined ? null : new Date(now()).toISOString());
  let claims = 0;

  async function sweep(): Promise<void> {
    // Ended rows are in nobody's way: a clean-up that failed is made up for by a later one.
    await pool.query(sql.sweep, [present(), SWEEP_MAX_ROWS]).catch(() => undefined);
  }

  return {
    async createTable() {
      await pool.query(sql.createTable);
    },
    async claim(id, { leaseSeconds, claimId = null }) {
      if (claims++ % SWEEP_EVERY_CLAIMS === 0) await sweep();
      const claimed = await pool.query(sql.claim, [id, claimId, leaseSeconds, present()]);
      if (claimed.rows.length > 0) return 'new';
      const { rows } = await pool.query(sql.isCompleted, [id]);
      return rows.length > 0 ? 'duplicate' : 'busy';
    },
    async complete(id, { claimId = null } = {}) {
      const values = [id, claimId, RETENTION_SECONDS, present()];
      const { rows: ours } = await pool.query(sql.complete, values);
      if (ours.length > 0) return;
      const { rows } = await pool.query(sql.isCompleted, [id]);
      throw new WebhookClaimLostError(id, { completed: rows.length > 0 });
    },
    async release(id, { claimId = null } = {}) {
      await pool.query(sql.release, [id, claimId]);
    },
    async transaction({ webhookId, claimId }, effect) {
      const client = await pool.connect();
      return inTransaction(client, async () => {
        const result = await effect(client as ClientOf<Pool>);
        // Last, so that the row is locked for no longer than the commit takes.
        const values = [webhookId, claimId, RETENTION_SECONDS, present()];
        const { rows } = await client.query(sql.completeOnce, values);
        if (rows.length === 0) throw new WebhookClaimLostError(webhookId);
        return result;
      });
    },
  };
}
