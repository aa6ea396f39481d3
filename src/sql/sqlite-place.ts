import { builtinModule } from '../builtin-module.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

interface Files {
  statSync(path: string, options: { bigint: true }): { readonly ino: bigint };
}

interface Schema {
  readonly name: string;
  readonly file: string | null;
}

/** What SQLite holds open beside a file with a write-ahead log, until the last connection closes. */
const BESIDE = ['-wal', '-shm'];

/** Tells which file is at a path: `null` if there is none, `undefined` if that cannot be told. */
function fileAt(fs: Files, path: string): bigint | null | undefined {
  try {
    return fs.statSync(path, { bigint: true }).ino;
  } catch (error) {
    const { code } = error as { code?: unknown };
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined;
  }
}

/**
 * Remembers which files a table is in, and returns a check that they are still in their place. With a
 * write-ahead log, SQLite does not notice that a file was deleted, moved or replaced: what it commits
 * from then on is gone with the process, and two processes can use two files of one name. With a
 * journal, it refuses to write.
 */
export function placeOf(database: SqliteDatabase, table: string): () => void {
  const fs = builtinModule('node:fs') as Files | undefined;
  const schema = table.includes('.') ? table.slice(0, table.indexOf('.')) : 'main';
  const schemas = database.prepare('PRAGMA database_list').all() as Schema[];
  const path = schemas.find(({ name }) => name === schema)?.file;
  if (fs === undefined || !path) return () => undefined; // in memory
  const found = (paths: readonly string[]) =>
    paths.map((at) => [at, fileAt(fs, at)] as const).filter(([, file]) => file != null);
  const own = found([path]);
  let beside = found(BESIDE.map((suffix) => `${path}${suffix}`));
  const gone = () =>
    [...own, ...beside].find(([at, file]) => ![file, undefined].includes(fileAt(fs, at)))?.[0];
  const hasLog = (): boolean => {
    const [row] = database.prepare(`PRAGMA ${schema}.journal_mode`).all();
    return (row as { journal_mode: string }).journal_mode === 'wal';
  };
  return () => {
    if (gone() === undefined) return;
    if (!hasLog()) beside = []; // the caller has changed the mode, which deletes them
    const at = gone();
    if (at === undefined) return;
    throw new Error(
      `${at} was deleted, moved or replaced while it was in use: what is written would be lost. ` +
        'Put it back, or restart the process',
    );
  };
}
