import { invalidInput } from '../../errors/invalid-input-error.ts';
import type { ManifestLine } from '../manifest-line.ts';
import { type ManifestStart, START } from '../open-manifest.ts';
import type { Members } from '../stranger-data.ts';
import {
  emptyIndex,
  type IndexDatabase,
  type IndexStatement,
  openIndexFile,
} from './index-file.ts';
import {
  type Facts,
  type IndexedRecord,
  KEPT_MAX,
  type PlacedLine,
  SELECT,
  SQL,
} from './index-rows.ts';
import { packTerms, termsOf, unpackTerms } from './index-terms.ts';

/**
 * What is in an archive, by identifier, number, value, domain and time, in one SQLite file. It is derived:
 * everything in it is read from the vault, and it can be deleted. It has places, digests and identifiers,
 * and no evidence.
 */
export class ArchiveIndex {
  readonly #database: IndexDatabase;
  readonly #statements = new Map<string, IndexStatement>();
  readonly #path: string;
  #searches = 0;

  private constructor(database: IndexDatabase, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /**
   * @param path `''` for one that ends with the process.
   * @throws `InvalidInputError` naming `index`.
   */
  static open(path: string): ArchiveIndex {
    return new ArchiveIndex(openIndexFile(path), path);
  }

  close(): void {
    this.#database.close();
  }

  /** Up to where the manifest was read. */
  get position(): ManifestStart {
    return this.#fact('position') ?? START;
  }

  /** The names of the accounts that the lines state. */
  get accounts(): readonly string[] {
    return this.#fact('accounts') ?? [];
  }

  /** The numbers of the lines that note a loss of lines before them. */
  get cuts(): readonly number[] {
    return this.#fact('cuts') ?? [];
  }

  /** Refuses an index of another vault, and notes whose it is. */
  claim(vaultId: string): void {
    const own = this.#fact('vaultId');
    if (own === undefined) this.#setFact('vaultId', vaultId);
    else if (own !== vaultId) {
      const expected = 'expected the index of this vault; name another file, or delete this one';
      throw invalidInput('index', `${this.#path}: the index of another vault; ${expected}`);
    }
  }

  /** Forgets everything, for the manifest is not the one that was read. */
  empty(): void {
    this.#inTransaction(() => emptyIndex(this.#database));
    this.#statements.clear();
  }

  /** Forgets the lines of a file and those behind it, to take them again. */
  rewind(to: ManifestStart): void {
    this.#inTransaction(() => {
      for (const { cdrId } of this.#sql('from').all(to.number) as { cdrId: string }[]) {
        this.#remove(cdrId);
      }
      this.#setFact('position', to);
    });
  }

  /** Takes lines, and notes up to where the manifest was read. Of one position, only the first call counts. */
  take(lines: readonly PlacedLine[], from: ManifestStart, to: ManifestStart): void {
    this.#inTransaction(() => {
      const { lines: count, head } = this.position;
      if (count !== from.lines || head !== from.head) return; // another process was first
      for (const each of lines) this.#takeLine(each);
      this.#setFact('position', to);
    });
  }

  /** Takes a line that is a file of its own. */
  takeLoose(line: ManifestLine): void {
    this.#inTransaction(() => this.#takeLine({ line, number: 0, part: 0, begin: 0, end: 0 }));
  }

  /** What is known of a record. `loose`: its line is a file of its own. */
  stateOf(cdrId: string): 'known' | 'loose' | 'erased' | undefined {
    if (this.#sql('erased').get(cdrId) !== undefined) return 'erased';
    const row = this.#sql('known').get(cdrId) as { part: number } | undefined;
    if (row === undefined) return undefined;
    return row.part === 0 ? 'loose' : 'known';
  }

  /** The records that were taken last, the latest first. */
  latest(count: number): readonly string[] {
    return (this.#sql('latest').all(count) as { cdrId: string }[]).map(({ cdrId }) => cdrId);
  }

  record(cdrId: string): IndexedRecord | undefined {
    return this.#sql('record').get(cdrId) as IndexedRecord | undefined;
  }

  /** Makes records findable by what they have. */
  describe(records: readonly { readonly cdrId: string; readonly cdr: Members }[]): void {
    const described = records.map(({ cdrId, cdr }) => ({ cdrId, terms: termsOf(cdr) }));
    this.#inTransaction(() => {
      for (const { cdrId, terms } of described) this.#addTerms(cdrId, terms);
    });
  }

  #addTerms(cdrId: string, terms: readonly number[]): void {
    const row = this.#sql('terms').get(cdrId) as { id: number } | undefined;
    if (row === undefined) return; // erased meanwhile
    for (const term of terms) this.#sql('addTerm').run(term, row.id);
    this.#sql('setTerms').run(packTerms(terms), row.id);
  }

  /** How many records were not read yet. */
  get unreadCount(): number {
    return (this.#sql('countUnread').get() as { n: number }).n;
  }

  /** Records that were not read yet, behind a row. */
  unread(after: number, count: number): readonly IndexedRecord[] {
    return this.#sql('unread').all(after, count) as IndexedRecord[];
  }

  /**
   * Returns the records that meet a condition, in the order in which they were taken, with a page in
   * memory. What matches is noted first, so that a slow reader keeps no one from writing.
   */
  *pages(
    where: string,
    values: readonly (string | number)[],
    pageSize: number,
  ): Generator<IndexedRecord> {
    this.#searches += 1;
    const found = `temp.found_${this.#searches}`;
    const from = `FROM records JOIN domains ON domains.id = records.domain WHERE ${where}`;
    this.#database.exec(`CREATE TABLE ${found} (record INTEGER PRIMARY KEY)`);
    try {
      this.#database.prepare(`INSERT INTO ${found} SELECT records.id ${from}`).run(...values);
      const page = this.#database.prepare(
        `${SELECT} JOIN ${found} AS found ON found.record = records.id
         WHERE found.record > ? ORDER BY found.record LIMIT ?`,
      );
      for (let after = 0; ; ) {
        const rows = page.all(after, pageSize) as IndexedRecord[];
        yield* rows;
        if (rows.length < pageSize) return;
        after = rows.at(-1)?.id ?? after;
      }
    } finally {
      this.#database.exec(`DROP TABLE ${found}`);
    }
  }

  #takeLine({ line, number, part, begin, end, terms }: PlacedLine): void {
    if (line.kind === undefined) {
      if (this.stateOf(line.cdrId) === 'erased') return;
      const { cdrId, domainId, createdAt } = line;
      this.#sql('addDomain').run(domainId);
      this.#sql('addRecord').run(cdrId, createdAt, part, begin, end, domainId);
      if (terms !== undefined) this.#addTerms(cdrId, terms);
    } else if (line.kind === 'erased') {
      this.#sql('addErased').run(line.cdrId);
      this.#remove(line.cdrId);
    } else if (line.kind === 'account') {
      const accounts = new Set([...this.accounts, line.organizationName]);
      this.#setFact('accounts', [...accounts].slice(-KEPT_MAX));
    } else if (line.kind === 'cut') {
      const cuts = new Set([...this.cuts, number]);
      this.#setFact('cuts', [...cuts].slice(0, KEPT_MAX));
    }
  }

  #remove(cdrId: string): void {
    const row = this.#sql('terms').get(cdrId) as
      | { readonly id: number; readonly terms: Uint8Array | null }
      | undefined;
    if (row === undefined) return;
    for (const term of unpackTerms(row.terms ?? new Uint8Array(0))) {
      this.#sql('removeTerm').run(term, row.id);
    }
    this.#sql('removeRecord').run(row.id);
  }

  #fact<Name extends keyof Facts>(name: Name): Facts[Name] | undefined {
    const row = this.#sql('fact').get(name) as { value: string } | undefined;
    return row && (JSON.parse(row.value) as Facts[Name]);
  }

  #setFact<Name extends keyof Facts>(name: Name, value: Facts[Name]): void {
    this.#sql('setFact').run(name, JSON.stringify(value));
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #sql(name: keyof typeof SQL): IndexStatement {
    return this.#prepared(SQL[name]);
  }

  #prepared(sql: string): IndexStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
