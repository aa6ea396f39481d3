import { checkedOptions } from '../../errors/checked-options.ts';
import { callback, required } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import type { SqliteDatabase, SqliteStatement } from '../../sql/sqlite/database.ts';
import { BUSY_TIMEOUT_MS, busyTimeout } from '../../sql/sqlite/database.ts';
import type { PendingEffect } from '../../sql/sqlite/effect.ts';
import type { SqliteFile } from '../../sql/sqlite/file.ts';
import { sqliteSource } from '../../sql/sqlite/source.ts';
import { guardedThen, sqliteTransaction } from '../../sql/sqlite/transaction.ts';
import { TABLES, tableName } from '../../sql/table-name.ts';
import {
  heldBy,
  LEASE_COLUMNS,
  leaseConflict,
  leaseValues,
  MARK_COLUMNS,
  markConflict,
  markOf,
  markValues,
} from './mark-row.ts';
import type { InboxRecord, WebhookInbox } from './webhook-inbox.ts';

/** How {@link sqliteInbox} enqueues records. */
export interface SqliteInboxOptions {
  /**
   * Puts the job for a record on your queue through `tx`, the database within the transaction: the
   * job and the row that marks the record as taken become durable together, or neither does. It
   * must not commit. If it throws, nothing is kept: the service sends the event again, and a
   * reconciliation rejects. If it returns a promise, the transaction stays open until that settles,
   * at most five seconds, and whatever else is written through this database object is part of it.
   */
  readonly enqueue: (tx: SqliteDatabase, record: InboxRecord) => unknown;
  /**
   * The table's name. Default: `consent_evidence_inbox`. The marks and leases of `reconcile` are in
   * two more tables, with the suffixes `_marks` and `_leases`.
   */
  readonly table?: string | undefined;
  /**
   * How long a step waits, without blocking this process, while another process writes to the file;
   * then it rejects. Milliseconds, 0 to 15,000. Default: 5,000.
   */
  readonly busyTimeoutMs?: number | undefined;
}

const OPTIONS = (): OptionTable<SqliteInboxOptions> => ({
  enqueue: required(callback),
  table: tableName(),
  busyTimeoutMs: busyTimeout(),
});

/** A {@link WebhookInbox} in SQLite. */
export interface SqliteInbox extends WebhookInbox {
  /** Closes the database if the inbox opened it; closing it again is not an error. */
  close(): void;
}

type Taken = 'new' | 'known';

interface Statements {
  readonly add: SqliteStatement;
  readonly isKnown: SqliteStatement;
  readonly marks: SqliteStatement;
  readonly keepMark: SqliteStatement;
  readonly lease: SqliteStatement;
  readonly leaseOf: SqliteStatement;
}

/** Run with `all()`, never with `get()`, which hides a commit error after the first row. */
function statementsOf(database: SqliteDatabase, table: string): Statements {
  const [marks, leases] = [`${table}_marks`, `${table}_leases`];
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (
      cdr_id TEXT PRIMARY KEY NOT NULL,
      domain_id TEXT,
      via TEXT NOT NULL,
      taken_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${marks} (
      domain_id TEXT NOT NULL,
      acknowledged INTEGER NOT NULL,
      cdr_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      since INTEGER NOT NULL,
      oldest_cdr_id TEXT NOT NULL,
      PRIMARY KEY (domain_id, acknowledged)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${leases} (
      name TEXT PRIMARY KEY NOT NULL,
      holder TEXT NOT NULL,
      ends_at INTEGER NOT NULL,
      done_since INTEGER
    ) WITHOUT ROWID`);
  return {
    add: database.prepare(`INSERT INTO ${table} (cdr_id, domain_id, via) VALUES (?, ?, ?)`),
    isKnown: database.prepare(`SELECT 1 FROM ${table} WHERE cdr_id = ?`),
    marks: database.prepare(`SELECT ${MARK_COLUMNS} FROM ${marks}`),
    keepMark: database.prepare(`
      INSERT INTO ${marks} (${MARK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)${markConflict(marks)}`),
    lease: database.prepare(`
      INSERT INTO ${leases} (${LEASE_COLUMNS})
      VALUES (?, ?, ?, ?)${leaseConflict(leases, ['?', '?', '?'])}`),
    leaseOf: database.prepare(`SELECT done_since FROM ${leases} WHERE name = ?`),
  };
}

/**
 * Creates an inbox in an SQLite file, for any number of processes on one machine. It creates its
 * tables if they do not exist.
 *
 * Given a path or a `file:` URL, it opens the file with `node:sqlite`, a write-ahead log and every
 * commit synced to disk. A new file is readable by its owner alone. Given a database, it leaves that database's settings alone ({@link prepareSqlite} applies
 * the same ones). In both cases `enqueue` gets the database, and writes to the tables of your queue
 * in it. No transaction of your own may stay open on it across an `await`. Rows are never deleted,
 * because they show which records were enqueued.
 *
 * @throws `InvalidInputError` for a bad option, a missing `enqueue`, a `source` that is neither a
 * file in an existing folder nor a database, or a path on a runtime without
 * `node:sqlite`; SQLite's own error for a file that cannot be opened.
 * @example
 * ```ts
 * const database = new DatabaseSync('jobs.db');
 * prepareSqlite(database);
 * database.exec('CREATE TABLE IF NOT EXISTS jobs (cdr_id TEXT NOT NULL)');
 * const insert = database.prepare('INSERT INTO jobs (cdr_id) VALUES (?)');
 * const inbox = sqliteInbox(database, { enqueue: (_tx, { cdrId }) => insert.run(cdrId) });
 * const handler = createWebhookHandler({ secret, inbox });
 * ```
 */
export function sqliteInbox(
  source: SqliteFile | SqliteDatabase,
  options: SqliteInboxOptions,
): SqliteInbox {
  const given = checkedOptions(OPTIONS, options);
  const { enqueue, table = TABLES.inbox, busyTimeoutMs: waitMs = BUSY_TIMEOUT_MS } = given;
  const place = sqliteSource(source, table, statementsOf);
  const { database, sql, close } = place;
  const step = <T>(work: () => T | PendingEffect<T>): Promise<T> =>
    sqliteTransaction(place, waitMs, work);

  return {
    take: (record) =>
      step((): Taken | PendingEffect<Taken> => {
        const { cdrId, domainId, via } = record;
        if (sql.isKnown.all(cdrId).length > 0) return 'known';
        return guardedThen(
          database,
          () => enqueue(database, record),
          () => {
            // Last: a record whose `enqueue` commits on its own and then fails must not become known.
            sql.add.all(cdrId, domainId ?? null, via);
            return 'new';
          },
        );
      }),
    known: (cdrIds) => step(() => cdrIds.filter((cdrId) => sql.isKnown.all(cdrId).length > 0)),
    marks: () => step(() => sql.marks.all().map(markOf)),
    async keepMark(mark) {
      await step(() => sql.keepMark.all(...markValues(mark)));
    },
    leaseRun: (lease) =>
      step(() => {
        if (sql.lease.all(...leaseValues(lease)).length > 0) return 'taken';
        return heldBy(sql.leaseOf.all(lease.name)[0]);
      }),
    close,
  };
}
