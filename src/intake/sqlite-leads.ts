import { bindMethods } from '../platform/bind-methods.ts';
import type { SqliteDatabase } from '../sql/sqlite/database.ts';
import { emptyLog } from '../sql/sqlite/database.ts';
import type { PendingEffect } from '../sql/sqlite/effect.ts';
import type { SqliteSource } from '../sql/sqlite/source.ts';
import { guardedThen, sqliteTransaction } from '../sql/sqlite/transaction.ts';
import type { LeadName } from './lead.ts';
import type {
  AddResult,
  LeaseQuery,
  Ledger,
  LedgerFacts,
  LedgerPage,
  ListQuery,
  PruneQuery,
  SaveResult,
  WithinSave,
} from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { otherAccount } from './ledger-error.ts';
import { duePage, placeAfter, rowsPage } from './ledger-page.ts';
import {
  type AboutLedger,
  aboutOfRow,
  dueOfRow,
  entryOfRow,
  nameOfRow,
  SAVED_COLUMNS,
  valuesOf,
} from './ledger-row.ts';
import { type Statements } from './sqlite-tables.ts';

/** The longest pause before a decision tries again to empty the log; the first is 1 ms. */
const ERASE_PAUSE_MS_MOST = 32;

function firstLeadOf(rows: readonly unknown[]): LeadName | undefined {
  return rows.length === 0 ? undefined : nameOfRow(rows[0]);
}

export class SqliteLeads implements Ledger<SqliteDatabase> {
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
