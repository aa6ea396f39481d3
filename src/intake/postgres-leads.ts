import { bindMethods } from '../platform/bind-methods.ts';
import { IDLE_LIMITED, type PostgresPool, surviveDeaths } from '../sql/postgres/pool.ts';
import { PostgresSender } from '../sql/postgres/sender.ts';
import { existence, isUniqueViolation, wholeCheck } from '../sql/postgres/tables.ts';
import { postgresTransaction } from '../sql/postgres/transaction.ts';
import { keyOf, type LeadName } from './lead.ts';
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
import { LEDGER_VERSION, LedgerError, otherAccount, otherVersion } from './ledger-error.ts';
import { duePage, placeAfter, rowsPage } from './ledger-page.ts';
import {
  type AboutLedger,
  aboutOfRow,
  aboutTable,
  type ColumnValue,
  dueOfRow,
  entryOfRow,
  nameOfRow,
  SAVED_COLUMNS,
  valuesOf,
} from './ledger-row.ts';
import { LEDGER_INDEXES, postgresLedgerSql, postgresLedgerTable } from './postgres-ledger-sql.ts';

const isSome = (rows: readonly unknown[]): boolean => rows.length > 0;

/** What a row of the statement that adds is: `added`, `lead` or `owner`. */
const whatOf = (row: unknown): unknown => (row as { what?: unknown }).what;

const isAdded = (rows: readonly unknown[]): boolean => rows.some((row) => whatOf(row) === 'added');

export class PostgresLeads<Client> implements Ledger<Client> {
  readonly transactional = true;
  readonly migrationSql: string;
  readonly #pool: PostgresPool;
  readonly #sender: PostgresSender;
  readonly #table: string;
  readonly #sql: ReturnType<typeof postgresLedgerSql>;
  readonly #checkWhole: () => Promise<void>;

  constructor(pool: PostgresPool, table: string, isNamed: boolean | undefined) {
    this.#pool = pool;
    this.#sender = new PostgresSender(pool, isNamed);
    this.#table = table;
    this.#sql = postgresLedgerSql(table);
    this.migrationSql = postgresLedgerTable(table);
    this.#checkWhole = wholeCheck(
      (text, values) => this.#rows(text, values),
      table,
      LEDGER_INDEXES,
      (what) => new LedgerError(what, { reason: 'not_whole' }),
    );
    surviveDeaths(pool);
    bindMethods(this);
  }

  async createTables(): Promise<void> {
    const found = await this.#rows(existence(this.#table), []);
    if (found.length === 0) await this.#pool.query(this.migrationSql);
    await this.#checkWhole();
  }

  async open(account: string): Promise<LedgerFacts> {
    await this.#checkWhole();
    let about = await this.#about();
    if (about.account === null) {
      await this.#rows(this.#sql.claim, [account]);
      about = await this.#about();
    }
    if (about.account !== account) throw otherAccount(about.account ?? '', account);
    return { prunedBefore: about.prunedBefore, clockMs: about.clockMs };
  }

  /** @throws `LedgerError` if the tables were made by another version of this package. */
  async #about(): Promise<AboutLedger & { readonly clockMs: number }> {
    const has = await this.#rows(existence(aboutTable(this.#table)), []);
    const [row] = has.length === 0 ? [] : await this.#rows(this.#sql.about, []);
    const about = row === undefined ? undefined : aboutOfRow(row);
    if (about?.version !== LEDGER_VERSION) throw otherVersion(this.#table, about?.version);
    return { ...about, clockMs: Number((row as { clock_ms: unknown }).clock_ms) };
  }

  async add(entry: LedgerEntry, within?: WithinSave<Client>): Promise<AddResult> {
    await this.#checkWhole();
    let rows = await this.#write(this.#sql.add, valuesOf(entry), within, isAdded);
    if (isAdded(rows)) return { kind: 'added' };
    const { source, leadId, shareSha256 } = entry;
    if (rows.length === 0)
      rows = await this.#rows(this.#sql.standing, [source, leadId, shareSha256]);
    const known = rows.find((row) => whatOf(row) === 'lead');
    if (known !== undefined) return { kind: 'lead_known', entry: entryOfRow(known) };
    const [owner] = rows;
    if (owner === undefined) throw new Error('the lead was neither added nor found');
    return { kind: 'share_taken', firstLead: nameOfRow(owner) };
  }

  async lease(query: LeaseQuery): Promise<LedgerPage> {
    const { dueBy, now, lead, until, limit } = query;
    await this.#checkWhole();
    const page = duePage(query);
    const { at, ...after } = placeAfter('', page);
    const rows = await (lead === undefined
      ? this.#rows(this.#sql.lease, [dueBy, until, now, at, after.source, after.leadId, limit])
      : this.#rows(this.#sql.leaseOne, [dueBy, until, now, lead.source, lead.leadId]));
    return rowsPage('', page, rows);
  }

  async nextDue(): Promise<number | null> {
    const [row] = await this.#rows(this.#sql.nextDue, []);
    return row === undefined ? null : dueOfRow(row);
  }

  async save(entry: LedgerEntry, within?: WithinSave<Client>): Promise<SaveResult> {
    const { source, leadId, version } = entry;
    const values = [source, leadId, version - 1, ...valuesOf(entry, SAVED_COLUMNS)];
    try {
      const saved = await this.#write(this.#sql.save, values, within, isSome);
      return { kind: isSome(saved) ? 'saved' : 'stale' };
    } catch (error) {
      if (entry.state !== 'accept' || !isUniqueViolation(error)) throw error;
      const [first] = await this.#rows(this.#sql.acceptedBy, [entry.cdrId]);
      const firstLead = first === undefined ? undefined : nameOfRow(first);
      // The index may belong to one of the caller's own tables, which `within` wrote to.
      if (firstLead === undefined || keyOf(firstLead) === keyOf(entry)) throw error;
      return { kind: 'record_taken', firstLead };
    }
  }

  async get({ source, leadId }: LeadName): Promise<LedgerEntry | undefined> {
    const [row] = await this.#rows(this.#sql.get, [source, leadId]);
    return row === undefined ? undefined : entryOfRow(row);
  }

  async acceptedRecords(cdrIds: readonly string[]): Promise<string[]> {
    const rows = await this.#rows(this.#sql.accepted, [JSON.stringify(cdrIds)]);
    const accepted = new Set(rows.map((row) => (row as { cdr_id: string }).cdr_id));
    return cdrIds.filter((cdrId) => accepted.has(cdrId));
  }

  async list(query: ListQuery): Promise<LedgerPage> {
    const { decided, from = 0, to = Number.MAX_SAFE_INTEGER, source = null, limit } = query;
    const { ledgerId } = await this.#about();
    const { at, ...after } = placeAfter(ledgerId, query);
    const values = [from, to, source, at, after.source, after.leadId, limit];
    const sql = decided ? this.#sql.listDecided : this.#sql.listOpen;
    return rowsPage(ledgerId, query, await this.#rows(sql, values));
  }

  async prune(query: PruneQuery): Promise<number> {
    const { decidedBefore, shareGoneBefore, recordGoneBefore, limit } = query;
    // First: a report must not count a period that is half pruned as whole.
    await this.#rows(this.#sql.prunedBefore, [decidedBefore]);
    const gone = [decidedBefore, shareGoneBefore, recordGoneBefore];
    const deleted = (await this.#rows(this.#sql.deletePruned, [...gone, limit])).length;
    const left = limit - deleted;
    if (left === 0) return deleted;
    return deleted + (await this.#rows(this.#sql.prune, [...gone, left])).length;
  }

  /** Runs a statement, and `within` in the same transaction if its rows say that it was written. */
  async #write(
    text: string,
    values: ColumnValue[],
    within: WithinSave<Client> | undefined,
    isWritten: (rows: readonly unknown[]) => boolean,
  ): Promise<unknown[]> {
    if (within === undefined) return this.#rows(text, values);
    return this.#sender.transaction((send) =>
      postgresTransaction(this.#pool, {
        opening: IDLE_LIMITED,
        async effect(client) {
          const rows = await send(client, text, values);
          if (isWritten(rows)) await within(client as Client);
          return rows;
        },
      }),
    );
  }

  #rows(text: string, values: ColumnValue[]): Promise<unknown[]> {
    return this.#sender.rows(text, values);
  }
}
