import { builtinModule } from '../platform/builtin-module.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

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
