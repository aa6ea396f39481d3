import { invalidInput } from '../../errors/invalid-input-error.ts';
import { builtinModule } from '../../platform/builtin-module.ts';
import type { SqliteDatabase } from './database.ts';

interface Files {
  openSync(path: string, flags: 'wx', mode: number): number;
  closeSync(file: number): void;
  statSync(path: string): { isDirectory(): boolean };
}

/** Where a file is: its path, or its `file:` URL as text or as a `URL`. */
export type SqliteFile = string | { readonly href: string };

const EXPECTED = 'expected a path, a file: URL, or an open database';

/** Only the owner reads what a person typed into a form. */
const OWNER_ONLY = 0o600;

/** The path in a `file:` URL; SQLite also takes a relative one. */
const FILE_URL = /^file:(?:\/\/(?:localhost)?(?=\/))?([^/?#][^?#]*|\/(?!\/)[^?#]*)$/i;

/** A URL, and no path: one of a server would become a file of that name. */
const ANY_URL = /^(?:file:|[a-z][a-z\d+.-]+:\/\/)/i;

const refuse = (message: string): Error => invalidInput('source', message);

function pathInUrl(url: string): string {
  const [, encoded] = FILE_URL.exec(url) ?? [];
  let path = '';
  try {
    path = decodeURIComponent(encoded ?? '');
  } catch {
    // Refused below.
  }
  // Not shown: another URL may have a password.
  if (path === '') throw refuse(`${EXPECTED}; a file: URL has a path, and no host or ?options`);
  return path.replace(/^\/(?=[a-z]:)/i, '');
}

/**
 * Returns the path of a file.
 *
 * @throws `InvalidInputError` for anything else, as from a variable that is not set.
 */
export function sqlitePath(file: unknown): string {
  const href: unknown = (file as { href?: unknown } | null | undefined)?.href;
  const text = typeof href === 'string' ? href : file;
  if (text === '') throw refuse(`${EXPECTED}, not an empty string`);
  if (typeof text !== 'string') {
    const given = file instanceof Uint8Array ? 'bytes' : file === null ? 'null' : typeof file;
    throw refuse(`${EXPECTED}, not ${given}`);
  }
  const path = typeof href === 'string' || ANY_URL.test(text) ? pathInUrl(text) : text;
  if (path.includes('\u0000')) throw refuse(`${EXPECTED}, without a NUL character`);
  return path;
}

/**
 * Creates the file if there is none, for its owner alone whatever the umask; SQLite gives the files
 * beside it the same rights. A file that exists is its owner's: it is not even opened, since closing
 * it would end the locks that another connection of this process has.
 *
 * @throws `InvalidInputError` naming a path whose folder does not exist, or that is a folder.
 */
export function createForOwner(path: string): void {
  const fs = builtinModule('node:fs') as Files | undefined;
  if (fs === undefined || path === ':memory:') return;
  try {
    fs.closeSync(fs.openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ENOENT' || code === 'ENOTDIR') throw refuse(`${path}: its folder does not exist`);
    if (code === 'EEXIST' && isFolder(fs, path))
      throw refuse(`${path}: expected a file, not a folder`);
    // SQLite says what else is wrong.
  }
}

function isFolder(fs: Files, path: string): boolean {
  try {
    return fs.statSync(path).isDirectory();
  } catch {
    return false;
  }
}

interface Files {
  statSync(
    path: string,
    options: { bigint: true; throwIfNoEntry: false },
  ): { readonly ino: bigint } | undefined;
}

interface Schema {
  readonly name: string;
  readonly file: string | null;
}

/** The file itself, and what SQLite holds open beside it with a write-ahead log. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Remembers which files a table is in, and returns a check that they are still in their place. With a
 * write-ahead log, SQLite does not notice that a file was deleted, moved or replaced: what it commits
 * from then on is gone with the process, and two processes can use two files of one name. With a
 * journal, it refuses to write.
 */
export function placeOf(database: SqliteDatabase, table: string): () => void {
  const fs = builtinModule('node:fs') as Files | undefined;
  const schema = table.slice(0, Math.max(0, table.indexOf('.'))) || 'main';
  const schemas = database.prepare('PRAGMA database_list').all() as Schema[];
  const path = schemas.find(({ name }) => name === schema)?.file;
  if (fs === undefined || !path) return () => undefined; // in memory
  /** Tells which file is at a path: `undefined` if there is none, `null` if that cannot be told. */
  const inodeOf = (at: string): bigint | null | undefined => {
    try {
      return fs.statSync(at, { bigint: true, throwIfNoEntry: false })?.ino;
    } catch {
      return null;
    }
  };
  let files = SUFFIXES.map((suffix) => path + suffix)
    .map((at) => ({ at, inode: inodeOf(at) }))
    .filter(({ inode }) => inode != null);
  const gone = (): string | undefined =>
    files.find(({ at, inode }) => ![inode, null].includes(inodeOf(at)))?.at;
  return () => {
    if (gone() === undefined) return;
    const [row] = database.prepare(`PRAGMA ${schema}.journal_mode`).all();
    // Those beside it are gone rightly if the caller has changed the mode.
    if ((row as { journal_mode: string }).journal_mode !== 'wal') files = files.slice(0, 1);
    const at = gone();
    if (at === undefined) return;
    throw new Error(
      `${at} was deleted, moved or replaced while it was in use: what is written would be lost. ` +
        'Put it back, or restart the process',
    );
  };
}
