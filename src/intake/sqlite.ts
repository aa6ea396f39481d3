/**
 * A ledger of leads in SQLite, for intakes on one machine.
 *
 * @module
 */

import { checkedOptions } from '../errors/checked-options.ts';
import type { OptionTable } from '../options/option-table.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import type { SqliteDatabase, SqliteStatement } from '../sql/sqlite/database.ts';
import { BUSY_TIMEOUT_MS, busyTimeout, emptyLog } from '../sql/sqlite/database.ts';
import type { PendingEffect } from '../sql/sqlite/effect.ts';
import type { SqliteFile } from '../sql/sqlite/file.ts';
import { type SqliteSource, sqliteSource } from '../sql/sqlite/source.ts';
import { guardedThen, sqliteTransaction } from '../sql/sqlite/transaction.ts';
import { missingSqliteIndexes } from '../sql/sqlite/whole.ts';
import { TABLES, tableName } from '../sql/table-name.ts';
import type { LeadName } from './lead.ts';
import type {
  AddResult,
  LeaseQuery,
  Ledger,
  LedgerEntry,
  LedgerFacts,
  LedgerPage,
  ListQuery,
  PruneQuery,
  SaveResult,
  WithinSave,
} from './ledger.ts';
import { LEDGER_VERSION, LedgerError, otherAccount, otherVersion } from './ledger-error.ts';
import { duePage, placeAfter, rowsPage } from './ledger-page.ts';
import {
  type AboutLedger,
  aboutOfRow,
  aboutTable,
  dueOfRow,
  entryOfRow,
  nameOfRow,
  SAVED_COLUMNS,
  valuesOf,
} from './ledger-row.ts';
import {
  LEDGER_INDEXES,
  sqliteAboutTable,
  sqliteLedgerSql,
  sqliteLedgerTable,
} from './sqlite-ledger-sql.ts';

export type { SqliteDatabase, SqliteStatement } from '../sql/sqlite/database.ts';
export type { SqliteFile } from '../sql/sqlite/file.ts';

/** The longest pause before a decision tries again to empty the log; the first is 1 ms. */
const ERASE_PAUSE_MS_MOST = 32;

/** Options of {@link sqliteLedger}. */
export interface SqliteLedgerOptions {
  /** The table's name. Default: `consent_evidence_leads`. */
  readonly table?: string | undefined;
  /**
   * How long a step waits, without blocking this process, while another process writes to the file;
   * then it rejects. Milliseconds, 0 to 15,000. Default: 5,000.
   */
  readonly busyTimeoutMs?: number | undefined;
}

const OPTIONS = (): OptionTable<SqliteLedgerOptions> => ({
  table: tableName(),
  busyTimeoutMs: busyTimeout(),
});

/** A {@link Ledger} in SQLite. The `tx` of its transactions is the database. */
export interface SqliteLedger extends Ledger<SqliteDatabase> {
  /** Closes the database if the ledger opened it. May be called more than once. */
  close(): void;
}

type Statements = { readonly [Name in keyof ReturnType<typeof sqliteLedgerSql>]: SqliteStatement };

function hasTable(database: SqliteDatabase, table: string): boolean {
  const dot = table.indexOf('.') + 1;
  const sql = `SELECT 1 FROM ${table.slice(0, dot)}sqlite_master WHERE type = 'table' AND name = ?`;
  return database.prepare(sql).all(table.slice(dot)).length > 0;
}

/**
 * Creates the tables of a new ledger, in one transaction: a process that dies on the way must leave
 * none that says no version.
 */
function createTables(database: SqliteDatabase, table: string): void {
  if (!hasTable(database, table)) {
    database.exec('BEGIN IMMEDIATE');
    try {
      // Another process may have been faster.
      if (!hasTable(database, table)) {
        database.exec(`${sqliteAboutTable(table)};${sqliteLedgerTable(table)}`);
      }
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
  const version = versionOf(database, table);
  if (version !== LEDGER_VERSION) throw otherVersion(table, version);
  database.exec(sqliteLedgerTable(table));
}

function versionOf(database: SqliteDatabase, table: string): number | undefined {
  if (!hasTable(database, aboutTable(table))) return undefined;
  const [row] = database.prepare(`SELECT version FROM ${aboutTable(table)}`).all();
  return (row as { version: number } | undefined)?.version;
}

/** Creates the tables, erases from then on what is deleted, and prepares the statements. */
function statementsOf(database: SqliteDatabase, table: string): Statements {
  const schema = table.slice(0, table.indexOf('.') + 1);
  database.exec('PRAGMA secure_delete = ON');
  // A rollback journal that stays between transactions holds what the last one erased.
  database.exec(`PRAGMA ${schema}journal_size_limit = 0`);
  createTables(database, table);
  const missing = missingSqliteIndexes(database, table, LEDGER_INDEXES);
  if (missing.length > 0) {
    const what = `${table} lacks unique indexes: run ${missing.join('; ')}`;
    throw new LedgerError(what, { reason: 'not_whole' });
  }
  const sql = Object.entries(sqliteLedgerSql(table));
  return Object.fromEntries(
    sql.map(([name, text]) => [name, database.prepare(text)]),
  ) as unknown as Statements;
}

function firstLeadOf(rows: readonly unknown[]): LeadName | undefined {
  return rows.length === 0 ? undefined : nameOfRow(rows[0]);
}

class SqliteLeads implements SqliteLedger {
  readonly transactional = true;
  readonly #source: SqliteSource<Statements>;
  readonly #database: SqliteDatabase;
  readonly #sql: Statements;
  readonly #waitMs: number;
  /** Whether the write-ahead log may still contain the material of a decided lead. */
  #owesErasure = true;

  constructor(source: SqliteSource<Statements>, waitMs: number) {
    this.#source = source;
    this.#database = source.database;
    this.#sql = source.sql;
    this.#waitMs = waitMs;
    bindMethods(this);
  }

  async open(account: string): Promise<LedgerFacts> {
    const { prunedBefore } = await this.#step(() => {
      this.#sql.claim.all(account);
      return this.#about(account);
    });
    return { prunedBefore };
  }

  #about(account?: string): AboutLedger {
    const about = aboutOfRow(this.#sql.about.all()[0]);
    if (account !== undefined && about.account !== account) {
      throw otherAccount(about.account ?? '', account);
    }
    return about;
  }

  add(entry: LedgerEntry, within?: WithinSave<SqliteDatabase>): Promise<AddResult> {
    const sql = this.#sql;
    return this.#step((): AddResult | PendingEffect<AddResult> => {
      const [known] = sql.get.all(entry.source, entry.leadId);
      if (known !== undefined) return { kind: 'lead_known', entry: entryOfRow(known) };
      const owners = entry.ownsShare ? sql.ownerOf.all(entry.shareSha256) : [];
      const firstLead = firstLeadOf(owners);
      if (firstLead !== undefined) return { kind: 'share_taken', firstLead };
      sql.add.all(...valuesOf(entry));
      return this.#runWithin(within, { kind: 'added' });
    });
  }

  async lease(query: LeaseQuery): Promise<LedgerPage> {
    const { dueBy, now, lead, until, limit } = query;
    const sql = this.#sql;
    const page = duePage(query);
    const { at, ...after } = placeAfter('', page);
    const leased = await this.#step(() => {
      const due = lead
        ? sql.dueOne.all(dueBy, lead.source, lead.leadId)
        : sql.due.all(dueBy, at, after.source, after.leadId, limit);
      return due.flatMap((row) => {
        const { source, leadId } = nameOfRow(row);
        const { was_due } = row as { was_due: unknown };
        const rows = sql.lease.all(now, until, source, leadId) as object[];
        return rows.map((each) => ({ ...each, was_due }));
      });
    });
    // The end of a pass. Another process may have died before it could empty the log.
    if (lead === undefined && leased.length < limit) this.#erased();
    return rowsPage('', page, leased);
  }

  nextDue(): Promise<number | null> {
    return this.#step(() => dueOfRow(this.#sql.nextDue.all()[0]));
  }

  async save(entry: LedgerEntry, within?: WithinSave<SqliteDatabase>): Promise<SaveResult> {
    const saved = await this.#saved(entry, within);
    if (saved.kind === 'saved' && entry.decidedAt !== null) await this.#erase();
    return saved;
  }

  #saved(entry: LedgerEntry, within?: WithinSave<SqliteDatabase>): Promise<SaveResult> {
    const sql = this.#sql;
    return this.#step((): SaveResult | PendingEffect<SaveResult> => {
      const { source, leadId } = entry;
      const [row] = sql.get.all(source, leadId);
      if (row === undefined || entryOfRow(row).version !== entry.version - 1) {
        return { kind: 'stale' };
      }
      const takers =
        entry.state === 'accept' && entry.cdrId !== null
          ? sql.recordTaken.all(entry.cdrId, source, leadId)
          : [];
      const firstLead = firstLeadOf(takers);
      if (firstLead !== undefined) return { kind: 'record_taken', firstLead };
      const values = valuesOf(entry, SAVED_COLUMNS);
      const changed = sql.save.all(...values, source, leadId, entry.version - 1);
      if (changed.length === 0) return { kind: 'stale' }; // a trigger of the caller's ignored it
      return this.#runWithin(within, { kind: 'saved' });
    });
  }

  async get({ source, leadId }: LeadName): Promise<LedgerEntry | undefined> {
    const [row] = await this.#step(() => this.#sql.get.all(source, leadId));
    return row === undefined ? undefined : entryOfRow(row);
  }

  acceptedRecords(cdrIds: readonly string[]): Promise<string[]> {
    const { acceptedBy } = this.#sql;
    return this.#step(() => cdrIds.filter((cdrId) => acceptedBy.all(cdrId).length > 0));
  }

  list(query: ListQuery): Promise<LedgerPage> {
    const { decided, from = 0, to = Number.MAX_SAFE_INTEGER, source = null, limit } = query;
    return this.#step(() => {
      const { ledgerId } = this.#about();
      const { at, ...after } = placeAfter(ledgerId, query);
      const sql = decided ? this.#sql.listDecided : this.#sql.listOpen;
      const place = [at, after.source, after.leadId];
      return rowsPage(ledgerId, query, sql.all(from, to, source, source, ...place, limit));
    });
  }

  async prune(query: PruneQuery): Promise<number> {
    const { decidedBefore, shareGoneBefore, recordGoneBefore, limit } = query;
    const sql = this.#sql;
    const changed = await this.#step(() => {
      sql.prunedBefore.all(decidedBefore, decidedBefore);
      const gone = [decidedBefore, shareGoneBefore, recordGoneBefore];
      const deleted = sql.deletePruned.all(...gone, limit).length;
      const left = sql.toPrune.all(...gone, limit - deleted);
      for (const row of left) {
        const { source, leadId } = nameOfRow(row);
        const { is_gone } = row as { is_gone: unknown };
        (Number(is_gone) === 1 ? sql.delete : sql.slim).all(source, leadId);
      }
      return deleted + left.length;
    });
    await this.#erase();
    return changed;
  }

  close(): void {
    if (this.#source.isOurs() && this.#owesErasure) this.#erased();
    this.#source.close();
  }

  #runWithin<T>(within: WithinSave<SqliteDatabase> | undefined, result: T): T | PendingEffect<T> {
    if (within === undefined) return result;
    return guardedThen(
      this.#database,
      () => within(this.#database),
      () => result,
    );
  }

  /** Tries for a while to empty the log, so that no file still contains the lead's material. */
  async #erase(): Promise<void> {
    this.#owesErasure = true;
    for (let pauseMs = 1; !this.#erased() && pauseMs <= ERASE_PAUSE_MS_MOST; pauseMs *= 2) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Tries to empty the log, and tells whether it is empty. If not, the next step tries again. */
  #erased(): boolean {
    try {
      this.#owesErasure = !emptyLog(this.#database);
    } catch {
      // The disk is full or gone; the next statement that must write reports it.
    }
    return !this.#owesErasure;
  }

  #step<T>(work: () => T | PendingEffect<T>): Promise<T> {
    if (this.#owesErasure) this.#erased();
    return sqliteTransaction(this.#source, this.#waitMs, work);
  }
}

/**
 * Opens a ledger in an SQLite file, for an intake on one machine, in any number of processes.
 * Creates its table if there is none.
 *
 * Given a path or a `file:` URL, it opens the file with `node:sqlite`, with a write-ahead log, and
 * every commit is on the disk before a promise resolves. A new file is readable by its owner alone.
 * Given a database, it leaves `journal_mode` and `synchronous` as they are, and sets `secure_delete`
 * and `journal_size_limit = 0`, which must stay. `onDecision` can write to other tables: it gets the
 * database as `tx`, within the transaction. If it returns a promise, the transaction stays open until
 * that settles, at most five seconds. Until then, whatever else is written through this database
 * object is part of it, so write nothing else through it, and call nothing of the intake.
 *
 * Data that a decision erases is overwritten, and a write-ahead log or a journal is emptied before
 * the decision is returned, so that no file contains it any more. If another connection reads all
 * that time, the log is emptied with a later step of the ledger, or at the next start. What a
 * process leaves that dies in between, the others empty with their next decision, or at the end of
 * a pass that leaves no lead due.
 *
 * If the file is deleted, moved or replaced while it is open, each step rejects: what SQLite would
 * write is lost.
 *
 * @throws `InvalidInputError` for an invalid option, a `source` that is neither a file in an
 * existing folder nor a database, or a path if the runtime has no `node:sqlite`; SQLite's own error for a file that cannot be opened.
 * @example
 * ```ts
 * const intake = createLeadIntake({ client, ledger: sqliteLedger('leads.db'), criteria });
 * ```
 */
export function sqliteLedger(
  source: SqliteFile | SqliteDatabase,
  options: SqliteLedgerOptions = {},
): SqliteLedger {
  const { table = TABLES.leads, busyTimeoutMs = BUSY_TIMEOUT_MS } = checkedOptions(
    OPTIONS,
    options,
  );
  return new SqliteLeads(sqliteSource(source, table, statementsOf), busyTimeoutMs);
}
