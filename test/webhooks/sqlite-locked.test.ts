import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import {
  prepareSqlite,
  type SqliteDatabase,
  type SqliteStoreOptions,
  sqliteStore,
} from '../../src/webhooks/sqlite.ts';
import { eventBody, NOW_MS, SECRET, signedHeaders } from './delivery-fixture.ts';

/** The longest that a statement of the store may wait inside SQLite, which blocks the process. */
const MOST_BLOCKING_MS = 100;

const lease = { leaseSeconds: 60, claimId: '1' };
const delivery = { webhookId: 'a', claimId: '1' };
const directory = mkdtempSync(join(tmpdir(), 'webhook-locked-'));
const opened: DatabaseSync[] = [];
let files = 0;

afterAll(() => rmSync(directory, { recursive: true }));

afterEach(() => {
  vi.useRealTimers();
  for (const each of opened.splice(0)) each.close();
  rmSync(join(directory, `${files}.db`), { force: true });
});

/** Wraps a database to note for each statement how long SQLite may wait in it. */
function watched(database: DatabaseSync, waits: number[]): SqliteDatabase {
  const timeout = database.prepare('PRAGMA busy_timeout');
  const note = (sql: string): void => {
    if (!sql.startsWith('PRAGMA')) waits.push(Number(timeout.all()[0]?.['timeout']));
  };
  return {
    get isTransaction() {
      return database.isTransaction;
    },
    exec(sql) {
      note(sql);
      database.exec(sql);
    },
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        all(...values) {
          note(sql);
          return statement.all(...values);
        },
      };
    },
  };
}

/** Sets up as in the guide, with a second connection that plays another process. */
function open(options: SqliteStoreOptions = {}, journal = 'WAL') {
  files += 1;
  const path = join(directory, `${files}.db`);
  const database = new DatabaseSync(path);
  const another = new DatabaseSync(path);
  opened.push(database, another);
  prepareSqlite(database);
  database.exec(`PRAGMA journal_mode = ${journal}`);
  database.exec('CREATE TABLE leads (cdr_id TEXT)');
  const waits: number[] = [];
  const store = sqliteStore(watched(database, waits), options);
  waits.length = 0;
  const leads = () => another.prepare('SELECT 1 FROM leads').all().length;
  const insert = () => {
    database.exec(`INSERT INTO leads VALUES ('cdr_1')`);
  };
  return { database, another, store, waits, leads, insert };
}

describe('a file that another process is writing to', () => {
  // If one of these blocked, the other connection could never end its transaction.
  it.each(['WAL', 'DELETE'])('is waited for while other things run (%s)', async (journal) => {
    const { store, another, waits, leads, insert } = open({}, journal);
    const meanwhile = async <T>(step: Promise<T>): Promise<T> => {
      await setImmediate();
      another.exec('COMMIT');
      return step;
    };
    const lock = () => another.exec('BEGIN IMMEDIATE');
    lock();
    expect(await meanwhile(store.claim('a', lease))).toBe('new');
    lock();
    await meanwhile(store.release('a', { claimId: '1' }));
    lock();
    expect(await meanwhile(store.claim('a', lease))).toBe('new');
    lock();
    await meanwhile(store.transaction(delivery, insert));
    expect(leads()).toBe(1);
    lock();
    expect(await meanwhile(store.claim('b', lease))).toBe('new');
    lock();
    await meanwhile(store.complete('b', { claimId: '1' }));
    expect(await store.claim('b', lease)).toBe('duplicate');
    expect(Math.max(...waits)).toBeLessThanOrEqual(MOST_BLOCKING_MS);
  });

  it('is waited for where readers keep a commit out', async () => {
    const { store, another, waits, leads, insert } = open({}, 'DELETE');
    await store.claim('a', lease);
    another.exec('BEGIN; SELECT * FROM leads');
    const run = vi.fn(insert);
    const writing = store.transaction(delivery, run);
    await setImmediate();
    expect(run).toHaveBeenCalled();
    another.exec('COMMIT');
    await writing;
    expect(leads()).toBe(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(MOST_BLOCKING_MS);
  });

  it('keeps a hundred claims waiting without a statement that blocks', async () => {
    const { store, another, waits } = open();
    another.exec('BEGIN IMMEDIATE');
    const claims = Array.from({ length: 100 }, (_, i) => store.claim(`id_${i}`, lease));
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    another.exec('COMMIT');
    expect(new Set(await Promise.all(claims))).toEqual(new Set(['new']));
    expect(Math.max(...waits.slice(0, 100))).toBe(0);
  });

  it('makes the handler answer 503 after five seconds, or what it was told', async () => {
    for (const [options, ms] of [
      [{}, 5000],
      [{ busyTimeoutMs: 200 }, 200],
    ] as const) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const { store, another } = open(options);
      another.exec('BEGIN IMMEDIATE');
      const onEvent = vi.fn();
      const onError = vi.fn();
      const now = () => NOW_MS;
      const handle = createWebhookHandler({ secret: SECRET, now, store, onEvent, onError });
      const body = eventBody();
      const init = { method: 'POST', body, headers: signedHeaders(body) };
      const answer = handle(new Request('http://localhost/', init));
      const answered = vi.fn();
      void answer.then(answered);
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      await vi.advanceTimersByTimeAsync(ms - 30);
      await setImmediate();
      expect(answered).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(60);
      expect((await answer).status).toBe(503);
      expect(onEvent).not.toHaveBeenCalled();
      expect(String(onError.mock.calls[0]?.[0])).toContain('database is locked');
      vi.useRealTimers();
      another.exec('COMMIT');
    }
  });

  it('is not waited for by a store that was told so', async () => {
    const { store, another } = open({ busyTimeoutMs: 0 });
    another.exec('BEGIN IMMEDIATE');
    await expect(store.claim('a', lease)).rejects.toThrow('database is locked');
  });

  it('leaves the busy_timeout of the user as it was', async () => {
    const { store, database, another } = open({ busyTimeoutMs: 0 });
    database.exec('PRAGMA busy_timeout = 1234');
    await store.claim('a', lease);
    another.exec('BEGIN IMMEDIATE');
    await expect(store.claim('b', lease)).rejects.toThrow('database is locked');
    another.exec('COMMIT');
    await expect(
      store.transaction(delivery, () => {
        throw new Error('out of stock');
      }),
    ).rejects.toThrow('out of stock');
    expect(database.prepare('PRAGMA busy_timeout').all()).toEqual([{ timeout: 1234 }]);
  });

  it.each([-1, 0.5, 15_001, Number.NaN, '5'])('refuses a busyTimeoutMs of %j', (busyTimeoutMs) => {
    expect(() => open({ busyTimeoutMs: busyTimeoutMs as number })).toThrow(
      'busyTimeoutMs: expected a whole number of milliseconds from 0 to 15000',
    );
  });
});

describe('a transaction that no one awaits', () => {
  it('is waited for by the completion, which then has nothing to do', async () => {
    const { store, another, leads, insert } = open();
    await store.claim('a', lease);
    another.exec('BEGIN IMMEDIATE');
    void store.transaction(delivery, insert);
    const completion = store.complete('a', { claimId: '1' });
    await setImmediate();
    another.exec('COMMIT');
    await completion;
    expect(leads()).toBe(1);
  });

  it('fails the completion where it fails, so that nothing is acknowledged', async () => {
    const { store, another, leads } = open();
    await store.claim('a', lease);
    another.exec('BEGIN IMMEDIATE');
    const forgotten = store.transaction(delivery, () => {
      throw new Error('out of stock');
    });
    forgotten.catch(() => undefined);
    const completion = store.complete('a', { claimId: '1' });
    completion.catch(() => undefined);
    await setImmediate();
    another.exec('COMMIT');
    await expect(completion).rejects.toThrow('out of stock');
    expect(await store.claim('a', lease)).toBe('busy');
    expect(leads()).toBe(0);
  });

  it('leaves the completion to onEvent, where that has seen it fail', async () => {
    const { store } = open();
    await store.claim('a', lease);
    const failing = store.transaction(delivery, () => {
      throw new Error('UNIQUE constraint failed');
    });
    await failing.catch(() => undefined);
    await store.complete('a', { claimId: '1' });
    expect(await store.claim('a', lease)).toBe('duplicate');
  });
});
