import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { isBusy, prepareSqlite } from '../../src/sql/sqlite/database.ts';
import { sqliteTransaction } from '../../src/sql/sqlite/transaction.ts';

const BUSY = 5;

it('a file that was opened by its path has each commit on the disk before it is told', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA synchronous = OFF');
  prepareSqlite(database);
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
});

describe('a file that is busy', () => {
  it.each([
    ['SQLITE_BUSY', { errcode: BUSY }, true],
    ['SQLITE_BUSY_RECOVERY', { errcode: BUSY + 256 }, true],
    ['SQLITE_BUSY_SNAPSHOT', { errcode: BUSY + 512 }, true],
    ['SQLITE_LOCKED_SHAREDCACHE', { errcode: 6 + 256 }, true],
    ['SQLITE_PROTOCOL', { errcode: 15 }, true],
    ['SQLITE_CONSTRAINT_UNIQUE', { errcode: 19 + 8 * 256 }, false],
    ['SQLITE_FULL', { errcode: 13 }, false],
    ['another driver’s', { code: 'SQLITE_BUSY_SNAPSHOT' }, true],
    ['another driver’s mistake', { code: 'SQLITE_CONSTRAINT_UNIQUE' }, false],
    ['nothing', undefined, false],
  ])('is known by %s', (_what, error, busy) => {
    expect(isBusy(error)).toBe(busy);
  });

  it('is not waited for where the step itself is told so, perhaps of another file', async () => {
    const database = new DatabaseSync(':memory:');
    let runs = 0;
    const busy = Object.assign(new Error('database is locked'), { errcode: BUSY });
    const step = sqliteTransaction({ database, checkPlace: () => undefined }, 60_000, () => {
      runs += 1;
      throw busy;
    });
    await expect(step).rejects.toBe(busy);
    expect(runs).toBe(1);
    expect(database.isTransaction).toBe(false);
  });
});
