import { checkedOptions } from '../../errors/checked-options.ts';
import { invalidInput } from '../../errors/invalid-input-error.ts';
import { callback, flag, required } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import {
  type ClientOf,
  checkPool,
  type PooledPostgresClient,
  type PostgresPool,
  surviveDeaths,
} from '../../sql/postgres/pool.ts';
import { PostgresSender } from '../../sql/postgres/sender.ts';
import { inlined } from '../../sql/postgres/statements.ts';
import { isUniqueViolation, wholeCheck } from '../../sql/postgres/tables.ts';
import { postgresTransaction } from '../../sql/postgres/transaction.ts';
import { TABLES, tableName } from '../../sql/table-name.ts';
import { heldBy, leaseValues, markOf, markValues } from './mark-row.ts';
import { postgresInboxSql, postgresInboxTables } from './postgres-inbox-sql.ts';
import type { InboxRecord, WebhookInbox } from './webhook-inbox.ts';

type Taken = Awaited<ReturnType<WebhookInbox['take']>>;

/** How {@link postgresInbox} enqueues records. */
export interface PostgresInboxOptions<Client = PooledPostgresClient> {
  /**
   * Puts the job for a record on your queue through `tx`, the client of the transaction: the job
   * and the row that marks the record as taken become durable together, or neither does. It must
   * write through `tx`, must not commit, and should take milliseconds. If it throws, nothing is
   * kept: the service sends the event again, and a reconciliation rejects. The same happens if it
   * sends nothing for 20 seconds, or for the role's `idle_in_transaction_session_timeout`. If the
   * database rolls the transaction back because of another one (SQLSTATE 40001, 40P01), it is run
   * again, at most twenty times in all.
   */
  readonly enqueue: (tx: Client, record: InboxRecord) => unknown;
  /**
   * The table's name, with or without a schema. Default: `consent_evidence_inbox`. The marks and
   * leases of `reconcile` are in two more tables, with the suffixes `_marks` and `_leases`.
   */
  readonly table?: string | undefined;
  /**
   * Whether statements have names, `pool.query({ name, text, values })`, so that each connection of
   * the server parses and plans them once. A pooler that refuses them is noticed, and nothing is named
   * from then on. Default: `true` for a pool that counts its clients in `totalCount`, as `pg` does.
   */
  readonly namedStatements?: boolean | undefined;
}

const OPTIONS = (): OptionTable<PostgresInboxOptions<never>> => ({
  enqueue: required(callback),
  table: tableName(),
  namedStatements: flag,
});

/** A {@link WebhookInbox} in Postgres. */
export interface PostgresInbox extends WebhookInbox {
  /**
   * Creates the three tables if they do not exist; only then does it need the privilege to do so.
   *
   * @throws `InvalidInputError` if there is a table without its unique index; `take` does too.
   */
  createTables(): Promise<void>;
  /** The same as SQL, one statement, for your own migrations; any number may run it at once. */
  readonly migrationSql: string;
}

/**
 * Creates an inbox in Postgres, over your own pool. It is for any number of receivers and
 * reconciliations on any number of machines, with a queue in the same database (pg-boss,
 * graphile-worker, a table of your own). Create its tables with `createTables()`, or with
 * `migrationSql` in your migrations.
 *
 * Taking a record is one short transaction: its row, which is unique by `cdrId`, and whatever
 * `enqueue` writes. Its commit waits for the disk whatever the role's `synchronous_commit` says.
 * Rows are never deleted, because they show which records were enqueued.
 *
 * @throws `InvalidInputError` for a bad table name, a missing `enqueue`, or a `pool` that is none.
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
  options: PostgresInboxOptions<ClientOf<Pool>>,
): PostgresInbox {
  checkPool(pool);
  const {
    enqueue,
    table = TABLES.inbox,
    namedStatements: isNamed,
  } = checkedOptions(OPTIONS, options);
  const sender = new PostgresSender(pool, isNamed);
  const sql = postgresInboxSql(table);
  const find = inlined(sql.find);
  const add = inlined(sql.add);
  const migrationSql = postgresInboxTables(table);
  // Without its index, a record could be taken twice.
  const checkWhole = wholeCheck(rowsOf, table, [{ column: 'cdr_id' }], (what) =>
    invalidInput('table', what),
  );
  surviveDeaths(pool);

  function rowsOf(text: string, values: (string | number | null)[]): Promise<unknown[]> {
    return sender.rows(text, values);
  }

  async function known(cdrIds: readonly string[]): Promise<string[]> {
    const rows = await rowsOf(sql.known, [JSON.stringify(cdrIds)]);
    return rows.map((row) => (row as { cdr_id: string }).cdr_id);
  }

  return {
    migrationSql,
    async createTables() {
      if ((await rowsOf(sql.hasTables, [])).length === 0) await pool.query(migrationSql);
      await checkWhole();
    },
    async take(record) {
      await checkWhole();
      const { cdrId, domainId, via } = record;
      const work = {
        opening: find([cdrId]),
        async effect(client: PooledPostgresClient, found: readonly unknown[]): Promise<Taken> {
          if (found.length > 0) return 'known';
          await enqueue(client as ClientOf<Pool>, record);
          return 'new';
        },
        // Last: a record whose `enqueue` commits on its own and then fails must not become known.
        completion: (taken: Taken) =>
          taken === 'new' ? add([cdrId, domainId ?? null, via]) : undefined,
      };
      try {
        return await postgresTransaction(pool, work);
      } catch (error) {
        // A process that took the record without the lock also enqueued its job; ours is rolled back.
        if (isUniqueViolation(error) && (await known([cdrId])).length > 0) return 'known';
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
    async leaseRun(lease) {
      if ((await rowsOf(sql.lease, leaseValues(lease))).length > 0) return 'taken';
      return heldBy((await rowsOf(sql.leaseOf, [lease.name]))[0]);
    },
  };
}
