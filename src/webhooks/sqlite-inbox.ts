import { invalidInput } from '../errors/invalid-input-error.ts';
import { insistently, withBusyTimeout } from '../sql/sqlite-busy.ts';
import type { SqliteDatabase, SqliteStatement } from '../sql/sqlite-database.ts';
import { openSqlite } from '../sql/sqlite-open.ts';
import { guarded, sqliteTransaction } from '../sql/sqlite-transaction.ts';
import { checkTableName } from '../sql/table-name.ts';
import { checkBusyTimeout } from './busy-timeout.ts';
import { markOf, markValues } from './mark-row.ts';
import type { InboxRecord, WebhookInbox } from './webhook-inbox.ts';

/** How {@link sqliteInbox} hands records on. */
export interface SqliteInboxOptions {
  /**
   * Puts the job for a record on your queue, by `tx`, the database within the transaction: the job
   * and the note that the record was taken become durable at one instant, or neither does. It is done
   * when it returns, without a promise, and must not commit. Where it throws, nothing is kept: an
   * event is sent again, and a reconciliation rejects.
   */
  readonly enqueue: (tx: SqliteDatabase, record: InboxRecord) => unknown;
  /**
   * The table's name; default: `consent_evidence_inbox`. The marks are in a second table, with
   * `_marks` behind the name.
   */
  readonly table?: string | undefined;
  /**
   * How long a step waits while another process writes to the file, without blocking this one; then
   * it rejects. Milliseconds, 0 to 15,000; default: 5,000.
   */
  readonly busyTimeoutMs?: number | undefined;
}

/** A {@link WebhookInbox} in SQLite. */
export interface SqliteInbox extends WebhookInbox {
  /** Closes the database, where the inbox opened it; a second time is no error. */
  close(): void;
}

interface Statements {
  readonly add: SqliteStatement;
  readonly isKnown: SqliteStatement;
  readonly marks: SqliteStatement;
  readonly keepMark: SqliteStatement;
}

/** Run by `all()`, never by `get()`, which lets an error of the commit behind a row go unseen. */
function statementsOf(database: SqliteDatabase, table: string): Statements {
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (
      cdr_id TEXT PRIMARY KEY NOT NULL,
      domain_id TEXT,
      via TEXT NOT NULL,
      taken_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${table}_marks (
      domain_id TEXT PRIMARY KEY NOT NULL,
      cdr_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      since INTEGER NOT NULL
    ) WITHOUT ROWID`);
  return {
    add: database.prepare(`INSERT INTO ${table} (cdr_id, domain_id, via) VALUES (?, ?, ?)`),
    isKnown: database.prepare(`SELECT 1 FROM ${table} WHERE cdr_id = ?`),
    marks: database.prepare(`SELECT domain_id, cdr_id, created_at, since FROM ${table}_marks`),
    keepMark: database.prepare(`
      INSERT INTO ${table}_marks (domain_id, cdr_id, created_at, since) VALUES (?, ?, ?, ?)
      ON CONFLICT (domain_id) DO UPDATE
      SET cdr_id = excluded.cdr_id, created_at = excluded.created_at, since = excluded.since
      WHERE created_at <= excluded.created_at`),
  };
}

/**
 * An inbox in an SQLite file: right for any number of processes on one machine. It makes its tables
 * where there are none.
 *
 * Given a path, it opens the file by `node:sqlite` with a write-ahead log, every commit on the disk.
 * Given a database, it leaves that one's settings alone ({@link prepareSqlite} makes the same ones).
 * Either way `enqueue` gets the database, and writes to the tables of your queue in it. No
 * transaction may be open on it across an `await`. Rows are kept for good: they are what tells that a
 * record was handed on.
 *
 * @throws `InvalidInputError` for a bad option, without `enqueue`, or for a path where the runtime has
 * no `node:sqlite`; SQLite's own error for a file that cannot be opened.
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
  source: string | SqliteDatabase,
  { enqueue, table: name, busyTimeoutMs }: SqliteInboxOptions,
): SqliteInbox {
  const table = checkTableName(name, 'inbox');
  const waitMs = checkBusyTimeout(busyTimeoutMs);
  if (typeof enqueue !== 'function') throw invalidInput('enqueue', 'expected a function');
  let opened = typeof source === 'string' ? openSqlite(source) : undefined;
  const database = opened ?? (source as SqliteDatabase);
  const sql = withBusyTimeout(database, 0, () => insistently(() => statementsOf(database, table)));
  const step = <T>(work: () => T): Promise<T> => sqliteTransaction(database, waitMs, work);

  return {
    take: (record) =>
      step(() => {
        const { cdrId, domainId, via } = record;
        if (sql.isKnown.all(cdrId).length > 0) return 'known';
        guarded(database, () => enqueue(database, record));
        // Last: a record whose `enqueue` commits by itself, and then fails, must not be known.
        sql.add.all(cdrId, domainId ?? null, via);
        return 'new';
      }),
    known: (cdrIds) => step(() => cdrIds.filter((cdrId) => sql.isKnown.all(cdrId).length > 0)),
    marks: () => step(() => sql.marks.all().map(markOf)),
    async keepMark(mark) {
      await step(() => sql.keepMark.all(...markValues(mark)));
    },
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}
