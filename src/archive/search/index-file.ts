import { invalidInput } from '../../errors/invalid-input-error.ts';
import { builtinModule } from '../../platform/builtin-module.ts';
import { createForOwner } from '../../sql/sqlite/file.ts';

/** What SQLite takes and gives here. */
export type Cell = string | number | null | Uint8Array;

/** A prepared statement of `node:sqlite`. */
export interface IndexStatement {
  run(...values: Cell[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: Cell[]): unknown;
  all(...values: Cell[]): unknown[];
}

/** An open database of `node:sqlite`. */
export interface IndexDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): IndexStatement;
  close(): void;
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => IndexDatabase;
}

/** In SQLite's header: marks a file as an index. */
const APPLICATION_ID = 0x43_45_76_69;
/** Raised when the tables change. An index of another version is made again. */
const VERSION = 1;
const BUSY_TIMEOUT_MS = 15_000;

/**
 * The tables. `terms` has digests of what can be searched, so that no number and no value of a person is
 * in the file. The digests of a record are also in its row, to be removed with it.
 */
const TABLES = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE domains (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE records (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  cdr_id TEXT NOT NULL UNIQUE,
  domain INTEGER NOT NULL,
  created_at REAL NOT NULL,
  part INTEGER NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  terms BLOB
);
CREATE INDEX by_domain ON records (domain, created_at);
CREATE INDEX by_time ON records (created_at);
CREATE INDEX unread ON records (id) WHERE terms IS NULL;
CREATE TABLE terms (
  term INTEGER NOT NULL,
  record INTEGER NOT NULL,
  PRIMARY KEY (term, record)
) WITHOUT ROWID;
CREATE TABLE erased (cdr_id TEXT PRIMARY KEY) WITHOUT ROWID;
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${VERSION};
`;

/** `TRUNCATE`: a write-ahead log needs memory that machines do not share. What is deleted is overwritten. */
const SET_UP = `
PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
PRAGMA journal_mode = TRUNCATE;
PRAGMA synchronous = NORMAL;
PRAGMA secure_delete = ON;
PRAGMA cache_size = -16000;
`;

const refuse = (path: string, message: string): Error =>
  invalidInput('index', `${path}: ${message}`);

const pragma = (database: IndexDatabase, name: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0]);

const isEmpty = (database: IndexDatabase): boolean =>
  (database.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number }).n === 0;

/** Removes everything from an index. */
export function emptyIndex(database: IndexDatabase): void {
  for (const table of ['facts', 'domains', 'records', 'terms', 'erased']) {
    database.exec(`DROP TABLE IF EXISTS ${table}`);
  }
  database.exec(TABLES);
}

function prepareTables(database: IndexDatabase): boolean {
  database.exec('BEGIN IMMEDIATE');
  try {
    const isOurs = pragma(database, 'application_id') === APPLICATION_ID;
    const isFresh = isEmpty(database);
    if (isFresh || (isOurs && pragma(database, 'user_version') !== VERSION)) emptyIndex(database);
    database.exec('COMMIT');
    return isOurs || isFresh;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Opens the file of an index, and makes it if there is none. Only its owner can read it.
 *
 * @param path `''`: a file that SQLite keeps for this connection, and removes with it.
 * @throws `InvalidInputError` naming `index` if it is another file, or cannot be written.
 */
export function openIndexFile(path: string): IndexDatabase {
  const sqlite = builtinModule('node:sqlite') as NodeSqlite | undefined;
  if (sqlite === undefined) {
    throw invalidInput('index', 'this runtime has no node:sqlite, in which the index is kept');
  }
  let database: IndexDatabase | undefined;
  let isIndex: boolean;
  try {
    if (path !== '') createForOwner(path);
    database = new sqlite.DatabaseSync(path);
    database.exec(SET_UP);
    isIndex = prepareTables(database);
  } catch (error) {
    database?.close();
    const { message } = error as Error;
    throw refuse(path, `the index cannot be opened (${message}); name another file, or delete it`);
  }
  if (isIndex) return database;
  database.close();
  throw refuse(path, 'a database of something else; expected an index, or the path of a new file');
}
