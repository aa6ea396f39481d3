import { invalidInput } from '../errors/invalid-input-error.ts';
import { builtinModule } from '../platform/builtin-module.ts';

interface Statement {
  run(...values: string[]): { changes: number | bigint };
  get(...values: string[]): unknown;
  iterate(...values: string[]): Iterable<unknown>;
}

interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => Database;
}

/**
 * Texts with a value each, of any number: a `Set` ends at 16,777,216. SQLite keeps them in a temporary file
 * once there are many, and removes it.
 */
export class TextMap {
  readonly #database: Database;
  readonly #add: Statement;
  readonly #has: Statement;
  readonly #remove: Statement;

  constructor() {
    const sqlite = builtinModule('node:sqlite') as NodeSqlite | undefined;
    if (sqlite === undefined) {
      throw invalidInput('vault', 'this runtime has no node:sqlite, which keeps what was seen');
    }
    this.#database = new sqlite.DatabaseSync('');
    this.#database.exec(
      'PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -8000;' +
        'CREATE TABLE texts (text TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID; BEGIN',
    );
    this.#add = this.#database.prepare('INSERT OR IGNORE INTO texts VALUES (?, ?)');
    this.#has = this.#database.prepare('SELECT value FROM texts WHERE text = ?');
    this.#remove = this.#database.prepare('DELETE FROM texts WHERE text = ?');
  }

  /** Adds a text. Returns `false` if it was there, with whatever value. */
  add(text: string, value = ''): boolean {
    return Number(this.#add.run(text, value).changes) > 0;
  }

  /** Removes a text. Returns whether it was there. */
  delete(text: string): boolean {
    return Number(this.#remove.run(text).changes) > 0;
  }

  has(text: string): boolean {
    return this.get(text) !== undefined;
  }

  get(text: string): string | undefined {
    return (this.#has.get(text) as { value: string } | undefined)?.value;
  }

  /** All texts with their values, in order of the texts. Nothing may be added or removed meanwhile. */
  *entries(): Generator<readonly [string, string]> {
    const rows = this.#database.prepare('SELECT text, value FROM texts').iterate();
    for (const row of rows as Iterable<{ text: string; value: string }>) {
      yield [row.text, row.value];
    }
  }

  close(): void {
    this.#database.close();
  }
}
