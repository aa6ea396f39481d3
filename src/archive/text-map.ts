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

/** How many texts are kept in memory, some 15 MB, before SQLite takes them all at once. */
const IN_MEMORY = 65_536;

/** A table in a temporary file, which SQLite removes. */
function openTable() {
  const sqlite = builtinModule('node:sqlite') as NodeSqlite | undefined;
  if (sqlite === undefined) {
    throw invalidInput('vault', 'this runtime has no node:sqlite, which keeps what was seen');
  }
  const database = new sqlite.DatabaseSync('');
  database.exec(
    'PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -8000;' +
      'CREATE TABLE texts (text TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID; BEGIN',
  );
  return {
    database,
    insert: database.prepare('INSERT INTO texts VALUES (?, ?)'),
    select: database.prepare('SELECT value FROM texts WHERE text = ?'),
    remove: database.prepare('DELETE FROM texts WHERE text = ?'),
  };
}

/**
 * Texts with a value each, of any number: a `Set` ends at 16,777,216, and memory before. Those that were
 * added last are in memory, all others in a table.
 */
export class TextMap {
  readonly #recent = new Map<string, string>();
  #table: ReturnType<typeof openTable> | undefined;

  /** Adds a text. Returns `false` if it was there, with whatever value. */
  add(text: string, value = ''): boolean {
    if (this.has(text)) return false;
    this.#recent.set(text, value);
    if (this.#recent.size === IN_MEMORY) this.#spill();
    return true;
  }

  /** Removes a text. Returns whether it was there. */
  delete(text: string): boolean {
    return this.#recent.delete(text) || Number(this.#table?.remove.run(text).changes ?? 0) > 0;
  }

  has(text: string): boolean {
    return this.get(text) !== undefined;
  }

  get(text: string): string | undefined {
    const recent = this.#recent.get(text);
    if (recent !== undefined || this.#table === undefined) return recent;
    return (this.#table.select.get(text) as { value: string } | undefined)?.value;
  }

  /** All texts with their values, in order of the texts. Nothing may be added or removed meanwhile. */
  *entries(): Generator<readonly [string, string]> {
    const { database } = this.#spill();
    const rows = database.prepare('SELECT text, value FROM texts ORDER BY text').iterate();
    for (const row of rows as Iterable<{ text: string; value: string }>) {
      yield [row.text, row.value];
    }
  }

  close(): void {
    this.#recent.clear();
    this.#table?.database.close();
    this.#table = undefined;
  }

  /** In the order of the table, which is several times as fast as any other. */
  #spill() {
    this.#table ??= openTable();
    for (const text of [...this.#recent.keys()].sort()) {
      this.#table.insert.run(text, this.#recent.get(text) ?? '');
    }
    this.#recent.clear();
    return this.#table;
  }
}
