import * as fc from 'fast-check';
import { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { InboxRecord } from '../../src/webhooks/inbox/webhook-inbox.ts';
import { postgresInbox } from '../../src/webhooks/postgres.ts';
import { sqliteInbox } from '../../src/webhooks/sqlite.ts';
import { type Place, postgresPlace, sqlitePlace } from './support/inbox-places.ts';

const places: readonly Place[] = [sqlitePlace(), await postgresPlace()].filter(
  (place): place is Place => place !== undefined,
);

afterAll(async () => {
  for (const place of places) await place.end();
});

const record = (cdrId: string): InboxRecord => ({ cdrId, domainId: 'a.example', via: 'webhook' });
const mark = {
  ...{ domainId: 'a.example', acknowledged: false, cdrId: 'c5', createdAt: 5 },
  ...{ since: 0, oldestCdrId: 'c1' },
};

interface Sent {
  readonly sql: string;
  readonly swallowed: boolean;
}

const enqueues = fc.array(
  fc.record({
    sql: fc.constantFrom('SAVEPOINT a', 'RELEASE SAVEPOINT a', 'BEGIN', 'COMMIT', 'ROLLBACK', 'no'),
    swallowed: fc.boolean(),
  }),
  { maxLength: 5 },
);

/** Sends one statement after the other. Returns a promise only if the database does. */
function sendAll([first, ...rest]: readonly Sent[], run: (sql: string) => unknown): unknown {
  if (first === undefined) return undefined;
  const failed = (error: unknown): void => {
    if (!first.swallowed) throw error;
  };
  let result: unknown;
  try {
    result = run(first.sql);
  } catch (error) {
    failed(error);
  }
  const next = (): unknown => sendAll(rest, run);
  return result instanceof Promise ? result.catch(failed).then(next) : next();
}

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

  it.each(['COMMIT', 'ROLLBACK'])('says of an enqueue that it runs %s', async (statement) => {
    const inbox = await place.open((_record, run) => run(statement));
    await expect(inbox.take(record('c1'))).rejects.toBeInstanceOf(InvalidInputError);
  });

  it.each(['COMMIT', 'ROLLBACK'])(
    'takes a record again whose enqueue ran %s',
    async (statement) => {
      const ending = await place.open((_record, run) => run(statement));
      await expect(ending.take(record('c1'))).rejects.toBeInstanceOf(InvalidInputError);
      const inbox = await place.open();
      expect(await inbox.known(['c1'])).toEqual([]);
      expect(await inbox.take(record('c1'))).toBe('new');
      expect(await place.jobs()).toEqual(statement === 'COMMIT' ? ['c1', 'c1'] : ['c1']);
    },
  );

  it('knows a record only where its job is there, whatever an enqueue sends and swallows', async () => {
    const inbox = await place.open();
    let sent: readonly Sent[] = [];
    const meddling = await place.open((_record, run) => sendAll(sent, run));
    let count = 0;
    await fc.assert(
      fc.asyncProperty(enqueues, async (statements) => {
        count += 1;
        const cdrId = `r${String(count)}`;
        sent = statements;
        const taken = await meddling.take(record(cdrId)).catch(() => 'failed');
        const ended = statements.some(({ sql }) => sql === 'COMMIT' || sql === 'ROLLBACK');
        if (taken === 'new') expect(await place.jobs()).toContain(cdrId);
        else expect(taken).toBe('failed');
        if (ended) expect(taken).toBe('failed');
        expect(await inbox.known([cdrId])).toEqual(taken === 'new' ? [cdrId] : []);
        expect(await inbox.take(record(cdrId))).toBe(taken === 'new' ? 'known' : 'new');
        expect(await place.jobs()).toContain(cdrId);
      }),
      { numRuns: 60 },
    );
  }, 30_000);

  it('says which records it knows', async () => {
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

describe.each(['SQLite', 'Postgres'])('the lease of a run, in %s', (name) => {
  const base = { name: 'all', now: 1_000, until: 2_000, latest: 9_000, since: 10, isDone: false };
  const a = { ...base, holder: 'a' };
  const b = { ...base, holder: 'b' };

  it.each<[string, object, object, string]>([
    ['another run, while it lasts', a, { ...b, now: 1_999 }, 'running'],
    ['nobody, once it has ended', a, { ...b, now: 2_000 }, 'taken'],
    ['its own run, which renews it', a, { ...a, now: 1_500, until: 3_000 }, 'taken'],
    ['a run that looks for something else', a, { ...b, name: 'other' }, 'taken'],
    ['nobody, if a wrong clock made it', { ...a, until: 9_001 }, b, 'taken'],
    ['a run right after a whole one', { ...a, isDone: true }, b, 'recent'],
    [
      'a run right after one that looked back further',
      { ...a, isDone: true },
      { ...b, since: 11 },
      'recent',
    ],
    ['no run that looks back further', { ...a, isDone: true }, { ...b, since: 9 }, 'taken'],
  ])('keeps out %s', async (_, first, second, expected) => {
    const place = places.find((each) => each.name === name);
    if (place === undefined) return;
    await place.clear();
    const [one, other] = [await place.open(), await place.open()];
    expect(await one.leaseRun?.(first as never)).toBe('taken');
    expect(await other.leaseRun?.(second as never)).toBe(expected);
  });
});

describe('sqliteInbox', () => {
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
  ])('refuses a bad %s without a query', (path, options) => {
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

  it.skipIf(postgres === undefined)(
    'frees a record whose enqueue hangs, and the connection',
    async () => {
      await postgres?.clear();
      let runs = 0;
      const inbox = await postgres?.open(async (_record, run) => {
        runs += 1;
        if (runs > 4) return; // as many as the pool has connections
        await run('SET LOCAL idle_in_transaction_session_timeout = 1');
        await new Promise(() => undefined);
      });
      const takes = Array.from({ length: 6 }, async () => inbox?.take(record('c1')));
      const results = await Promise.allSettled(takes);
      const found = results.map((each) =>
        each.status === 'fulfilled' ? each.value : (each.reason as { code: unknown }).code,
      );
      expect(found.sort()).toEqual(['25P03', '25P03', '25P03', '25P03', 'known', 'new']);
      expect(await postgres?.jobs()).toEqual(['c1']);
    },
  );

  it.skipIf(postgres === undefined)('limits how long an enqueue does nothing', async () => {
    const limits: unknown[] = [];
    const inbox = await postgres?.open(async ({ cdrId }, run) => {
      const found = (await run('SHOW idle_in_transaction_session_timeout')) as { rows: unknown[] };
      limits.push(found.rows[0]);
      if (cdrId === 'd1') await run(`SET idle_in_transaction_session_timeout = '7s'`);
    });
    for (const cdrId of ['d1', 'd2']) await inbox?.take(record(cdrId));
    expect(limits).toEqual([
      { idle_in_transaction_session_timeout: '20s' },
      { idle_in_transaction_session_timeout: '7s' },
    ]);
  });

  const writeRow = (_record: unknown, run: (sql: string) => unknown) =>
    run(`INSERT INTO consent_evidence_inbox VALUES ('c9', NULL, 'webhook')`);

  it.skipIf(postgres === undefined)(
    'leaves a record to whoever wrote its row without a lock, the job as well',
    async () => {
      await postgres?.clear();
      const writer = await postgres?.open(writeRow);
      const inbox = await postgres?.open(() => writer?.take(record('beside')));
      expect(await inbox?.take(record('c9'))).toBe('known');
      expect(await postgres?.jobs()).toEqual(['beside']);
    },
  );

  it.skipIf(postgres === undefined)(
    'knows no record whose row its own enqueue wrote, because the row goes with the job',
    async () => {
      await postgres?.clear();
      const inbox = await postgres?.open(writeRow);
      await expect(inbox?.take(record('c9'))).rejects.toMatchObject({ code: '23505' });
      expect(await inbox?.known(['c9'])).toEqual([]);
      expect(await postgres?.jobs()).toEqual([]);
    },
  );

  it.skipIf(postgres === undefined).each(['repeatable read', 'serializable'])(
    'enqueues once where fifty calls come at once under %s',
    async (isolation) => {
      await postgres?.clear();
      const isolate = (level: string) => (_record: unknown, run: (sql: string) => unknown) =>
        run(`ALTER DATABASE postgres SET default_transaction_isolation = '${level}'`);
      await (await postgres?.open(isolate(isolation)))?.take(record('a'));
      const inbox = await postgres?.open();
      const takes = Array.from({ length: 50 }, () => inbox?.take(record('b')));
      const results = await Promise.all(takes);
      await (await postgres?.open(isolate('read committed')))?.take(record('c'));
      expect(results.filter((result) => result === 'new')).toHaveLength(1);
      expect(await postgres?.jobs()).toEqual(['a', 'b', 'c']);
    },
  );
});
