import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { postgresInbox } from '../../src/webhooks/postgres.ts';
import { sqliteInbox } from '../../src/webhooks/sqlite.ts';
import type { InboxRecord } from '../../src/webhooks/webhook-inbox.ts';
import { type Place, postgresPlace, sqlitePlace } from './support/inbox-places.ts';

const places: readonly Place[] = [sqlitePlace(), await postgresPlace()].filter(
  (place): place is Place => place !== undefined,
);

afterAll(async () => {
  for (const place of places) await place.end();
});

const record = (cdrId: string): InboxRecord => ({ cdrId, domainId: 'a.example', via: 'webhook' });
const mark = { domainId: 'a.example', cdrId: 'c5', createdAt: 5, since: 0 };

describe.each(places)('an inbox in $name', (place) => {
  beforeEach(async () => {
    await place.open();
    await place.clear();
  });

  it('enqueues a record once, however often and however it comes', async () => {
    const inbox = await place.open();
    expect(await inbox.take(record('c1'))).toBe('new');
    expect(await inbox.take({ ...record('c1'), via: 'reconcile' })).toBe('known');
    expect(await inbox.take({ ...record('c2'), domainId: undefined })).toBe('new');
    expect(await place.jobs()).toEqual(['c1', 'c2']);
  });

  it('enqueues once where fifty calls over two connections come at once', async () => {
    const inboxes = [await place.open(), await place.open()] as const;
    const takes = Array.from({ length: 50 }, (_, i) => inboxes[i % 2 ? 1 : 0].take(record('c1')));
    const results = await Promise.all(takes);
    expect(results.filter((result) => result === 'new')).toHaveLength(1);
    expect(await place.jobs()).toEqual(['c1']);
  });

  it('keeps neither the job nor the record where enqueue fails, and takes it the next time', async () => {
    const full = new Error('the queue is full');
    const failing = await place.open(() => {
      throw full;
    });
    await expect(failing.take(record('c1'))).rejects.toBe(full);
    const inbox = await place.open();
    expect(await inbox.known(['c1'])).toEqual([]);
    expect(await place.jobs()).toEqual([]);
    expect(await inbox.take(record('c1'))).toBe('new');
    expect(await place.jobs()).toEqual(['c1']);
  });

  it.each(['COMMIT', 'ROLLBACK'])('tells an enqueue that runs %s', async (statement) => {
    const inbox = await place.open((_record, run) => run(statement));
    await expect(inbox.take(record('c1'))).rejects.toBeInstanceOf(InvalidInputError);
  });

  it('tells which records it knows', async () => {
    const inbox = await place.open();
    await inbox.take(record('c1'));
    await inbox.take(record("c'2"));
    expect((await inbox.known(['c0', "c'2", 'c1'])).sort()).toEqual(["c'2", 'c1']);
    expect(await inbox.known([])).toEqual([]);
  });

  it('keeps one mark for a domain, and never goes back', async () => {
    const inbox = await place.open();
    await inbox.keepMark(mark);
    await inbox.keepMark({ ...mark, cdrId: 'c4', createdAt: 4 });
    expect(await inbox.marks()).toEqual([mark]);
    await inbox.keepMark({ ...mark, cdrId: 'c5b', since: 1 });
    await inbox.keepMark({ ...mark, domainId: 'b.example', createdAt: 1_767_614_400_000.5 });
    expect((await inbox.marks()).sort((a, b) => a.domainId.localeCompare(b.domainId))).toEqual([
      { ...mark, cdrId: 'c5b', since: 1 },
      { ...mark, domainId: 'b.example', createdAt: 1_767_614_400_000 },
    ]);
  });
});

describe('sqliteInbox', () => {
  it('refuses an enqueue that gives a promise, and keeps nothing', async () => {
    const database = new DatabaseSync(':memory:');
    const inbox = sqliteInbox(database, { enqueue: async () => undefined });
    await expect(inbox.take(record('c1'))).rejects.toBeInstanceOf(InvalidInputError);
    expect(await inbox.known(['c1'])).toEqual([]);
  });

  it('opens a file by its path, and closes it twice', async () => {
    const inbox = sqliteInbox(':memory:', {
      enqueue: (tx): unknown => tx.exec('CREATE TABLE jobs (n INTEGER)'),
      table: 'main.our_inbox',
    });
    expect(await inbox.take(record('c1'))).toBe('new');
    inbox.close();
    inbox.close();
  });

  it.each<[string, object]>([
    ['enqueue', {}],
    ['table', { enqueue: () => undefined, table: 'x;y' }],
    ['busyTimeoutMs', { enqueue: () => undefined, busyTimeoutMs: 0.5 }],
  ])('refuses a bad %s', (path, options) => {
    const make = () => sqliteInbox(':memory:', options as never);
    expect(make).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }));
  });
});

const postgres = places.find(({ name }) => name === 'Postgres');

describe('postgresInbox', () => {
  it.each<[string, object]>([
    ['enqueue', {}],
    ['table', { enqueue: () => undefined, table: 'x;y' }],
  ])('refuses a bad %s, and asks nobody', (path, options) => {
    const make = () => postgresInbox(new Pool({ port: 1 }), options as never);
    expect(make).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }));
  });

  it.skipIf(postgres === undefined)('makes its tables once, whoever starts with it', async () => {
    const inboxes = await Promise.all(Array.from({ length: 8 }, () => postgres?.open()));
    expect(inboxes).toHaveLength(8);
  });

  it.skipIf(postgres === undefined)(
    'runs again what the database takes back at COMMIT',
    async () => {
      let runs = 0;
      const inbox = await postgres?.open(async (_record, run) => {
        runs += 1;
        if (runs > 1) return;
        await run(`
        CREATE TEMP TABLE late (id int);
        CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$;
        CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION pg_temp.refuse();
        INSERT INTO late VALUES (1)`);
      });
      expect(await inbox?.take(record('late'))).toBe('new');
      expect(runs).toBe(2);
      expect(await postgres?.jobs()).toEqual(['late']);
    },
  );
});
