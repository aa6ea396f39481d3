import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyLog, prepareSqlite, type SqliteDatabase } from '../../src/sql/sqlite/database.ts';
import { createForOwner, sqlitePath } from '../../src/sql/sqlite/file.ts';
import { sqliteSource } from '../../src/sql/sqlite/source.ts';
import { guarded, guardedThen, sqliteTransaction } from '../../src/sql/sqlite/transaction.ts';

const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
const broken = new Error('disk I/O error');

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'doubles-'));
  file = path.join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database that fails at one statement, for the first `times`. */
function failing(statement: string, error: unknown, times = Number.POSITIVE_INFINITY) {
  const log: string[] = [];
  let left = times;
  const run = (sql: string): void => {
    if (!sql.startsWith('PRAGMA busy_timeout')) log.push(sql);
    if (sql !== statement || left <= 0) return;
    left -= 1;
    throw error as Error;
  };
  const database: SqliteDatabase = {
    exec: run,
    prepare: (sql) => ({
      all: () => {
        run(sql);
        return [{ timeout: 0, busy: 0 }];
      },
    }),
  };
  return { log, database };
}

describe('a step on SQLite', () => {
  const BEGIN = 'BEGIN IMMEDIATE';
  const run = (database: SqliteDatabase, waitMs: number) =>
    sqliteTransaction({ database, checkPlace: () => undefined }, waitMs, () => 'done');

  it.each([
    ['cannot begin', BEGIN, broken, [BEGIN]],
    ['cannot commit', 'COMMIT', broken, [BEGIN, 'COMMIT', 'ROLLBACK']],
  ])('that %s for good is not waited for', async (_title, statement, error, statements) => {
    const { log, database } = failing(statement, error);
    await expect(run(database, 60_000)).rejects.toBe(error);
    expect(log).toEqual(statements);
  });

  it.each([
    [BEGIN, [BEGIN]],
    ['COMMIT', [BEGIN, 'COMMIT', 'ROLLBACK']],
  ])('that finds the file locked at its %s is tried again, if it may wait', async (at, once) => {
    const impatient = failing(at, busy);
    await expect(run(impatient.database, 0)).rejects.toBe(busy);
    expect(impatient.log).toEqual(once);
    const patient = failing(at, busy, 2);
    await expect(run(patient.database, 5_000)).resolves.toBe('done');
    expect(patient.log).toEqual([...once, ...once, BEGIN, 'COMMIT']);
  });

  it('takes part in no transaction of others, whether or not the library tells of one', async () => {
    const open = new Error('cannot start a transaction within a transaction');
    const message =
      'a transaction is already open on the database: it could undo what the store does';
    await expect(run(failing(BEGIN, open).database, 60_000)).rejects.toThrow(message);
    const { log, database } = failing('', busy);
    await expect(run({ ...database, isTransaction: true }, 60_000)).rejects.toThrow(message);
    expect(log).toEqual([]);
  });
});

describe('the caller’s part of a step on SQLite', () => {
  const ENDED =
    'effect: ended the transaction in which it ran, so nothing is completed: expected no BEGIN, ' +
    'COMMIT or ROLLBACK of its own; savepoints are fine';

  it.each(['COMMIT', 'ROLLBACK'])('completes nothing after its own %s', (statement) => {
    const database = new DatabaseSync(':memory:');
    let finished = false;
    const end = () => database.exec(statement);
    for (const work of [
      () => guarded(database, end),
      () => guardedThen(database, end, () => (finished = true)),
    ]) {
      database.exec('BEGIN');
      expect(work).toThrow(ENDED);
    }
    expect(finished).toBe(false);
  });

  it('fails as the database does', () => {
    const { database } = failing('RELEASE consent_evidence_guard', broken);
    expect(() => guarded(database, () => 'done')).toThrow(broken);
  });

  it('returns no promise where none is waited for, and one that rejects ends no process', async () => {
    const { database } = failing('', busy);
    const effect = () => Promise.reject(new Error('its own'));
    expect(() => guarded(database, effect)).toThrow(
      'effect: expected a synchronous function that returns no promise',
    );
    await new Promise(setImmediate);
  });
});

describe('the log of a file in SQLite', () => {
  it('is emptied, unless another connection reads it', () => {
    const [own, other] = [new DatabaseSync(file), new DatabaseSync(file)];
    prepareSqlite(own);
    own.exec('CREATE TABLE leads (phone TEXT)');
    other.exec('BEGIN');
    other.prepare('SELECT * FROM leads').all();
    own.exec("INSERT INTO leads VALUES ('(212) 555-0147')");
    expect(emptyLog(own)).toBe(false);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    other.exec('COMMIT');
    expect(emptyLog(own)).toBe(true);
    expect(statSync(`${file}-wal`).size).toBe(0);
    own.close();
    other.close();
  });

  it('is left where the file is locked, and not where it is broken', () => {
    const statement = 'PRAGMA wal_checkpoint(TRUNCATE)';
    expect(emptyLog(failing(statement, busy).database)).toBe(false);
    expect(() => emptyLog(failing(statement, broken).database)).toThrow(broken);
    expect(emptyLog(failing(statement, busy, 0).database)).toBe(true);
  });
});

describe('the place of a file in SQLite', () => {
  it.each([
    ['file:///C:/data/leads.db', 'C:/data/leads.db'],
    ['file:///data/c:/leads.db', '/data/c:/leads.db'],
    ['file:///data/leads.db', '/data/leads.db'],
    [{ href: 'file:leads.db' }, 'leads.db'],
  ])('is the path in a URL: %j', (given, expected) => {
    expect(sqlitePath(given)).toBe(expected);
  });

  it('is no name without a scheme, in place of a URL', () => {
    expect(() => sqlitePath({ href: 'leads.db' })).toThrow('a file: URL has a path');
  });

  it('is nowhere for a database in memory', () => {
    createForOwner(':memory:');
    expect(existsSync(':memory:')).toBe(false);
  });

  it('is known as opened here until it is closed', () => {
    const opened = sqliteSource(file, 'own', () => undefined);
    expect(opened.isOurs()).toBe(true);
    opened.close();
    opened.close();
    expect(opened.isOurs()).toBe(false);
    expect(sqliteSource(new DatabaseSync(file), 'own', () => undefined).isOurs()).toBe(false);
  });

  it.each([[{ exec: () => undefined }], [{ prepare: () => undefined }], [null]])(
    'is not half a database: %o',
    (given) => {
      expect(() => sqliteSource(given as never, 'own', () => undefined)).toThrow(
        /^source: expected a path, a file: URL, or an open database, not (object|null)$/,
      );
    },
  );
});
