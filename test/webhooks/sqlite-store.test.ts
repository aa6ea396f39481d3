import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import {
  type SqliteStore,
  type SqliteStoreOptions,
  sqliteStore,
} from '../../src/webhooks/sqlite.ts';
import { WebhookClaimLostError } from '../../src/webhooks/store/webhook-claim-lost-error.ts';
import { eventBody, NOW_MS, SECRET, signedHeaders } from './delivery-fixture.ts';
import { holdToStoreContract } from './support/store-contract.ts';

const DAY_MS = 86_400_000;
const lease = (claimId: string) => ({ leaseSeconds: 60, claimId });
const directory = mkdtempSync(join(tmpdir(), 'webhook-store-'));
const opened: { close(): void }[] = [];
let files = 0;

afterAll(() => rmSync(directory, { recursive: true }));

afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  if (files > 0) rmSync(join(directory, `${files}.db`), { force: true });
});

function file(): string {
  files += 1;
  return join(directory, `${files}.db`);
}

function open(path = file(), time = { now: NOW_MS }) {
  const store = sqliteStore(path, { now: () => time.now });
  opened.push(store);
  return { store, time, path, pass: (ms: number) => void (time.now += ms) };
}

/** Makes a store over a database of the user's own, which has a table of leads. */
function openWithLeads(options: SqliteStoreOptions = {}) {
  const database = new DatabaseSync(':memory:');
  opened.push(database);
  database.exec('CREATE TABLE leads (cdr_id TEXT)');
  const leads = () => database.prepare('SELECT cdr_id FROM leads').all().length;
  const insert = database.prepare('INSERT INTO leads VALUES (?)');
  return { database, leads, insert, store: sqliteStore(database, options) };
}

function rows(path: string): number {
  const database = new DatabaseSync(path);
  try {
    const [row] = database.prepare('SELECT count(*) AS n FROM consent_evidence_webhooks').all();
    return Number(row?.['n']);
  } finally {
    database.close();
  }
}

describe('sqliteStore', () => {
  holdToStoreContract(async () => open());
});

describe('two sqliteStores on one file', () => {
  /** Sends every other call to the other connection. */
  function alternating(a: SqliteStore, b: SqliteStore): SqliteStore {
    let calls = 0;
    return new Proxy(a, { get: (_, name: keyof SqliteStore) => (calls++ % 2 ? a : b)[name] });
  }

  holdToStoreContract(async () => {
    const first = open();
    const second = open(first.path, first.time);
    return { ...first, store: alternating(first.store, second.store) };
  });
});

describe('sqliteStore keeps', () => {
  it('what it knows over a restart', async () => {
    const { store, path, time } = open();
    await store.claim('done', lease('1'));
    await store.complete('done', { claimId: '1' });
    await store.claim('leased', lease('2'));
    store.close();
    const again = open(path, time).store;
    expect(await again.claim('done', lease('3'))).toBe('duplicate');
    expect(await again.claim('leased', lease('4'))).toBe('busy');
  });

  it('a completed id for 24 hours', async () => {
    const { store, time } = open();
    await store.claim('a', lease('1'));
    await store.complete('a', { claimId: '1' });
    time.now += DAY_MS - 1;
    expect(await store.claim('a', lease('2'))).toBe('duplicate');
    time.now += 1;
    expect(await store.claim('a', lease('3'))).toBe('new');
  });

  it('a completed id for as long as it is told, in a transaction or not', async () => {
    const time = { now: NOW_MS };
    const { store } = openWithLeads({ now: () => time.now, retentionSeconds: 3600 });
    await store.claim('a', lease('1'));
    await store.complete('a', { claimId: '1' });
    await store.claim('b', lease('1'));
    await store.transaction({ webhookId: 'b', claimId: '1' }, () => undefined);
    time.now += 3_599_999;
    expect(await store.claim('a', lease('2'))).toBe('duplicate');
    expect(await store.claim('b', lease('2'))).toBe('duplicate');
    time.now += 1;
    expect(await store.claim('a', lease('3'))).toBe('new');
    expect(await store.claim('b', lease('3'))).toBe('new');
    expect(() => openWithLeads({ retentionSeconds: 60 })).toThrow('retentionSeconds: expected');
  });

  it('no more than what is live, cleaning up a thousand rows at a time', async () => {
    const { store, time, path } = open();
    const database = new DatabaseSync(path);
    opened.push(database);
    database.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO consent_evidence_webhooks SELECT 'old_' || i, NULL, 1, ${time.now} FROM n`);
    await store.claim('first', lease('1'));
    expect(rows(path)).toBe(501);
    for (let i = 2; i <= 101; i += 1) await store.claim(`id_${i}`, lease('1'));
    expect(rows(path)).toBe(101);
  });

  it('its rows in a table of the given name', async () => {
    const { database, store } = openWithLeads({ table: 'main.my_webhooks' });
    await store.claim('a', lease('1'));
    expect(database.prepare('SELECT webhook_id FROM my_webhooks').all()).toHaveLength(1);
  });

  it.each(['', 'a b', 'a;b', 'A', '1a', 'a.b.c', `a${'b'.repeat(50)}`, 'a"', null, {}])(
    'nothing in a table named %j',
    (table) => {
      const make = () => openWithLeads({ table: table as string });
      expect(make).toThrow(InvalidInputError);
      expect(make).toThrow(/^table: expected/);
    },
  );

  it('nothing where the runtime has no SQLite, and says so', () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    expect(() => sqliteStore('leads.db')).toThrow('source: expected an open database');
    vi.restoreAllMocks();
  });
});

describe('sqliteStore.transaction', () => {
  const delivery = { webhookId: 'a', claimId: '1' };

  it('commits the effect and the completion together', async () => {
    const { store, insert, leads } = openWithLeads();
    await store.claim('a', lease('1'));
    const changes = () => Number(insert.run('cdr_1').changes);
    expect(await store.transaction(delivery, changes)).toBe(1);
    expect(leads()).toBe(1);
    expect(await store.claim('a', lease('2'))).toBe('duplicate');
    await store.complete('a', { claimId: '1' });
  });

  it('takes the effect back where it throws, and leaves the lease as it was', async () => {
    const { store, insert, leads } = openWithLeads();
    await store.claim('a', lease('1'));
    const run = () =>
      store.transaction(delivery, () => {
        insert.run('cdr_1');
        throw new Error('out of stock');
      });
    await expect(run()).rejects.toThrow('out of stock');
    expect(leads()).toBe(0);
    expect(await store.claim('a', lease('2'))).toBe('busy');
    await store.transaction(delivery, () => insert.run('cdr_1'));
    expect(leads()).toBe(1);
  });

  it('reports the first error where SQLite has rolled back by itself', async () => {
    const { store, database } = openWithLeads();
    await store.claim('a', lease('1'));
    const run = () =>
      store.transaction(delivery, () => {
        database.exec('ROLLBACK');
        throw new Error('disk full');
      });
    await expect(run()).rejects.toThrow('disk full');
    expect(await store.claim('a', lease('2'))).toBe('busy');
  });

  it('runs nothing for a claim that was taken over, or completed before', async () => {
    const time = { now: NOW_MS };
    const { store, leads, insert } = openWithLeads({ now: () => time.now });
    await store.claim('a', lease('1'));
    time.now += 60_000;
    await store.claim('a', lease('2'));
    const write = (claim: typeof delivery) => store.transaction(claim, () => insert.run('cdr_1'));
    await expect(write(delivery)).rejects.toMatchObject({ webhookId: 'a', completed: false });
    const next = { webhookId: 'a', claimId: '2' };
    await write(next);
    for (const each of [delivery, next]) {
      await expect(write(each)).rejects.toThrow(WebhookClaimLostError);
      await expect(write(each)).rejects.toMatchObject({ completed: true });
    }
    expect(leads()).toBe(1);
  });

  it('refuses an effect that is not done when it returns', async () => {
    const { store, insert, leads } = openWithLeads();
    await store.claim('a', lease('1'));
    const late = () => store.transaction(delivery, async () => insert.run('cdr_1'));
    await expect(late()).rejects.toThrow(
      'effect: expected a synchronous function that returns no promise',
    );
    expect(leads()).toBe(0);
  });

  it('makes the handler refuse a claim while a transaction is open on the database', async () => {
    const { store, database } = openWithLeads();
    database.exec('BEGIN');
    await expect(store.claim('a', lease('1'))).rejects.toThrow('a transaction is already open');
    database.exec('ROLLBACK');
    expect(await store.claim('a', lease('1'))).toBe('new');
  });

  it('runs behind the handler, whose own completion then finds nothing to do', async () => {
    const { store, insert, leads } = openWithLeads();
    const onError = vi.fn();
    const handle = createWebhookHandler({
      secret: SECRET,
      now: () => NOW_MS,
      store,
      onError,
      onEvent: (event, { webhookId, claimId }) =>
        store.transaction({ webhookId, claimId }, () => insert.run(event.event)),
    });
    const body = eventBody();
    const init = { method: 'POST', body, headers: signedHeaders(body) };
    for (let i = 0; i < 2; i += 1) {
      expect((await handle(new Request('http://localhost/', init))).status).toBe(200);
    }
    expect(leads()).toBe(1);
    expect(onError).not.toHaveBeenCalled();
  });
});
