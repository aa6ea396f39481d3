import { invalidInput } from '../errors/invalid-input-error.ts';
import { inlined } from '../sql/inlined.ts';
import {
  type ClientOf,
  type PooledPostgresClient,
  type PostgresPool,
  surviveDeaths,
} from '../sql/postgres-pool.ts';
import { retried } from '../sql/postgres-retry.ts';
import { postgresTransaction } from '../sql/postgres-transaction.ts';
import { checkTableName } from '../sql/table-name.ts';
import { markOf, markValues } from './mark-row.ts';
import { postgresInboxSql, postgresInboxTables } from './postgres-inbox-sql.ts';
import type { InboxRecord, WebhookInbox } from './webhook-inbox.ts';

/** The row is there already; or something else that must be there once, of the queue's perhaps. */
function isDuplicate(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}

type Taken = Awaited<ReturnType<WebhookInbox['take']>>;

/** Makes two processes that create the tables at once do it one after the other. */
const CREATION_LOCK = 7_231_498_104;

/** How {@link postgresInbox} hands records on. */
export interface PostgresInboxOptions<Client = PooledPostgresClient> {
  /**
   * Puts the job for a record on your queue, by `tx`, the client of the transaction: the job and the
   * note that the record was taken become durable at one instant, or neither does. It must write
   * through `tx`, must not commit, and should take milliseconds. Where it throws, nothing is kept:
   * an event is sent again, and a reconciliation rejects. Where the database takes the transaction
   * back because of another one (SQLSTATE 40001, 40P01), it is run again.
   */
  readonly enqueue: (tx: Client, record: InboxRecord) => unknown;
  /**
   * The table's name, with a schema or without; default: `consent_evidence_inbox`. The marks are in
   * a second table, with `_marks` behind the name.
   */
  readonly table?: string | undefined;
}

/** A {@link WebhookInbox} in Postgres. */
export interface PostgresInbox extends WebhookInbox {
  /** Makes the two tables where there are none; only then it needs the right to. */
  createTables(): Promise<void>;
  /** The same as SQL, for migrations of one's own. */
  readonly migrationSql: string;
}

/**
 * An inbox in Postgres, over your own pool: right for any number of receivers and reconciliations on
 * any number of machines, with a queue that lives in the same database (pg-boss, graphile-worker, a
 * table of your own). Its tables are made by `createTables()`, or by `migrationSql` in your
 * migrations.
 *
 * A record is one short transaction: its row, which is unique on the `cdrId`, and whatever `enqueue`
 * writes. Its commit waits for the disk whatever the role's `synchronous_commit` says. Rows are kept
 * for good: they are what tells that a record was handed on.
 *
 * @throws `InvalidInputError` for a bad table name, or without `enqueue`.
 * @example
 * ```ts
 * const inbox = postgresInbox(new Pool(), {
 *   enqueue: (tx, { cdrId }) =>
 *     tx.query(`SELECT graphile_worker.add_job('evidence', $1::json)`, [JSON.stringify({ cdrId })]),
 * });
 * await inbox.createTables();
 * const handler = createWebhookHandler({ secret, inbox });
 * ```
 */
export function postgresInbox<Pool extends PostgresPool>(
  pool: Pool,
  { enqueue, table: name }: PostgresInboxOptions<ClientOf<Pool>>,
): PostgresInbox {
  const table = checkTableName(name, 'inbox');
  if (typeof enqueue !== 'function') throw invalidInput('enqueue', 'expected a function');
  const sql = postgresInboxSql(table);
  const find = inlined(sql.find);
  const add = inlined(sql.add);
  const migrationSql = postgresInboxTables(table);
  surviveDeaths(pool);

  async function rowsOf(text: string, values: (string | number | null)[]): Promise<unknown[]> {
    return (await retried(() => pool.query(text, values))).rows;
  }

  async function known(cdrIds: readonly string[]): Promise<string[]> {
    const rows = await rowsOf(sql.known, [JSON.stringify(cdrIds)]);
    return rows.map((row) => (row as { cdr_id: string }).cdr_id);
  }

  return {
    migrationSql,
    async createTables() {
      const [row] = await rowsOf(sql.hasTables, []);
      if ((row as { found?: unknown } | undefined)?.found === true) return;
      await pool.query(`SELECT pg_advisory_xact_lock(${CREATION_LOCK}); ${migrationSql}`);
    },
    async take(record) {
      const { cdrId, domainId, via } = record;
      const work = {
        opening: find([cdrId]),
        async effect(client: PooledPostgresClient, found: readonly unknown[]): Promise<Taken> {
          if (found.length > 0) return 'known';
          await enqueue(client as ClientOf<Pool>, record);
          return 'new';
        },
        // Last: a record whose `enqueue` commits by itself, and then fails, must not be known.
        completion: (taken: Taken) =>
          taken === 'new' ? add([cdrId, domainId ?? null, via]) : undefined,
      };
      try {
        return await postgresTransaction(pool, work);
      } catch (error) {
        // Who took it without asking for the lock has its job as well, and ours is rolled back.
        if (isDuplicate(error) && (await known([cdrId])).length > 0) return 'known';
        throw error;
      }
    },
    known,
    async marks() {
      return (await rowsOf(sql.marks, [])).map(markOf);
    },
    async keepMark(mark) {
      await rowsOf(sql.keepMark, markValues(mark));
    },
  };
}
