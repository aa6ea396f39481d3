import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { sqliteInbox, sqliteStore } from '../../src/webhooks/sqlite.ts';

let path = '';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-'));
  path = join(folder, 'other.db');
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE taken (another_column TEXT)');
  database.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const users = {
  sqliteStore: (source: string | DatabaseSync) => sqliteStore(source, { table: 'taken' }),
  sqliteInbox: (source: string | DatabaseSync) =>
    sqliteInbox(source, { table: 'taken', enqueue: () => undefined }),
  sqliteLedger: (source: string | DatabaseSync) => sqliteLedger(source, { table: 'taken' }),
};

/** A ledger says that the table is not one of its own; the others stumble over its columns. */
const REFUSED = /no such column|has no column|says no version/;

describe.each(Object.entries(users))('%s on a table that is another program’s', (_name, use) => {
  it('closes the file that it has opened', () => {
    const close = vi.spyOn(DatabaseSync.prototype, 'close');
    expect(() => use(path)).toThrow(REFUSED);
    expect(close).toHaveBeenCalledOnce();
  });

  it('leaves a database open that was handed in', () => {
    const database = new DatabaseSync(path);
    expect(() => use(database)).toThrow(REFUSED);
    expect(database.prepare('SELECT * FROM taken').all()).toEqual([]);
    database.close();
  });
});
