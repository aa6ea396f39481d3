import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import {
  insistently,
  isBusy,
  prepareSqlite,
  withBusyTimeout,
} from '../../src/sql/sqlite/database.ts';
import { sqliteTransaction } from '../../src/sql/sqlite/transaction.ts';

const BUSY = 5;

it('a file that was opened by its path has each commit on the disk before it is told', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA synchronous = OFF');
  prepareSqlite(database);
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
});

it('a step has its own wait for writers, and the one before is back after it', () => {
  const database = new DatabaseSync(':memory:');
  const timeout = () => database.prepare('PRAGMA busy_timeout').get()?.['timeout'];
  database.exec('PRAGMA busy_timeout = 7');
  expect(withBusyTimeout(database, 3, timeout)).toBe(3);
  const failing = () => {
    throw new Error('its own');
  };
  expect(() => withBusyTimeout(database, 3, failing)).toThrow('its own');
  expect(timeout()).toBe(7);
  prepareSqlite(database);
  expect(timeout()).toBe(5_000);
});

it('a start waits a thousand times for other processes, and not at all for what else is wrong', () => {
  const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  const busy = Object.assign(new Error('busy'), { errcode: BUSY });
  const runs = (error: Error, times: number) => {
    let count = 0;
    wait.mockClear();
    const run = () => {
      count += 1;
      if (count <= times) throw error;
      return count;
    };
    try {
      return [insistently(run), wait.mock.calls.length];
    } catch (thrown) {
      return [thrown, wait.mock.calls.length];
    }
  };
  expect(runs(busy, 999)).toEqual([1_000, 999]);
  expect(runs(busy, 1_000)).toEqual([busy, 999]);
  expect(wait.mock.calls[0]?.slice(1)).toEqual([0, 0, 10]);
  const other = new Error('no such table');
  expect(runs(other, 1)).toEqual([other, 0]);
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
    ['another driver’s lock', { code: 'SQLITE_LOCKED' }, true],
    ['another driver’s protocol', { code: 'SQLITE_PROTOCOL' }, true],
    ['a code that only ends so', { code: 'NOT_SQLITE_BUSY' }, false],
    ['the words of a file', { message: 'database is locked' }, true],
    ['the words of a table', { message: 'database table is locked: leads' }, true],
    ['the words of a schema', { message: 'database schema is locked: main' }, true],
    ['the words of a log', { message: 'locking protocol' }, true],
    ['a caller’s own words', { message: 'our database is locked' }, false],
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
