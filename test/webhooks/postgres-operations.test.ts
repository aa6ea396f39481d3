import { readFileSync } from 'node:fs';
import { Pool, type PoolConfig } from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import {
  type PostgresPool,
  type PostgresStore,
  postgresStore,
} from '../../src/webhooks/postgres.ts';
import { eventBody, NOW_MS, SECRET, signedHeaders } from './delivery-fixture.ts';
import { startPostgres } from './support/postgres-server.ts';

const server = await startPostgres();
const owner = new Pool(server?.connection);
const pools: Pool[] = [];
const TABLE = 'consent_evidence_webhooks';
const guide = readFileSync(
  new URL('../../docs/guides/webhooks-exactly-once.md', import.meta.url),
  'utf8',
);

afterAll(async () => {
  await Promise.all([owner, ...pools].map((pool) => pool.end()));
  await server?.stop();
});

beforeEach(async () => {
  if (server === undefined) return;
  await owner.query(`DROP TABLE IF EXISTS leads, commits, ${TABLE}; DROP ROLE IF EXISTS receiver`);
  await owner.query('CREATE ROLE receiver LOGIN; CREATE TABLE leads (n int)');
  await postgresStore(owner).createTable();
});

function poolOf(config: PoolConfig = {}): Pool {
  const pool = new Pool({ ...server?.connection, user: 'receiver', ...config });
  pools.push(pool);
  return pool;
}

/** Runs the grants of the guide. */
async function grantAll(): Promise<void> {
  const [, grants = ''] = /```sql\n(GRANT [^`]+)```/.exec(guide) ?? [];
  expect(grants).toContain(TABLE);
  await owner.query(grants);
  await owner.query('GRANT INSERT ON leads TO receiver');
}

const lease = (claimId: string) => ({ leaseSeconds: 60, claimId });

async function claims(store: PostgresStore, count: number, prefix: string): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    expect(await store.claim(`${prefix}${i}`, lease('1'))).toBe('new');
  }
}

/** Posts one delivery through a handler whose onEvent inserts a lead in the store's transaction. */
async function post(
  pool: Pool,
  webhookId: string,
  effect = 'INSERT INTO leads VALUES (1)',
  store = postgresStore(pool),
) {
  const onError = vi.fn();
  const handle = createWebhookHandler({
    secret: SECRET,
    now: () => NOW_MS,
    store,
    onError,
    onEvent: (_event, delivery) => store.transaction(delivery, (client) => client.query(effect)),
  });
  const body = eventBody({ webhookId });
  const init = { method: 'POST', body, headers: signedHeaders(body, { id: webhookId }) };
  const { status } = await handle(new Request('http://localhost/', init));
  return { status, errors: onError.mock.calls };
}

describe.skipIf(server === undefined)(
  'a role with the four grants of the guide, and no other',
  () => {
    it('can do all that the store does, createTable() included', async () => {
      await grantAll();
      const pool = poolOf();
      const store = postgresStore(pool);
      await store.createTable();
      await expect(pool.query('CREATE TABLE another (n int)')).rejects.toThrow('permission denied');
      await store.claim('a', lease('1'));
      await store.release('a', { claimId: '1' });
      await store.claim('a', lease('2'));
      await store.complete('a', { claimId: '2' });
      expect(await store.claim('a', lease('3'))).toBe('duplicate');
      expect(await post(pool, 'b')).toEqual({ status: 200, errors: [] });
      await owner.query(`UPDATE ${TABLE} SET claimed_at = 'epoch', ends_at = 'epoch'`);
      expect(await postgresStore(pool).claim('c', lease('1'))).toBe('new');
      const { rows } = await owner.query(`SELECT webhook_id FROM ${TABLE}`);
      expect(rows).toEqual([{ webhook_id: 'c' }]);
    });

    it('hears once that old rows cannot be deleted, and again once it had worked', async () => {
      await grantAll();
      await owner.query(`REVOKE DELETE ON ${TABLE} FROM receiver`);
      const onSweepError = vi.fn(() => {
        throw new Error('a hook that fails');
      });
      const store = postgresStore(poolOf({ max: 1 }), { onSweepError });
      await claims(store, 201, 'a');
      expect(onSweepError.mock.calls).toEqual([[expect.objectContaining({ code: '42501' })]]);
      await owner.query(`GRANT DELETE ON ${TABLE} TO receiver`);
      await claims(store, 100, 'b');
      expect(onSweepError).toHaveBeenCalledTimes(1);
      await owner.query(`REVOKE DELETE ON ${TABLE} FROM receiver`);
      await claims(store, 100, 'c');
      expect(onSweepError).toHaveBeenCalledTimes(2);
    });

    it('is warned through the process where it hands in no hook', async () => {
      await grantAll();
      await owner.query(`REVOKE DELETE ON ${TABLE} FROM receiver`);
      const emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
      await claims(postgresStore(poolOf({ max: 1 })), 101, 'a');
      expect(emitWarning.mock.calls).toEqual([
        [
          `old webhook ids cannot be deleted: permission denied for table ${TABLE}`,
          'ConsentEvidenceWarning',
        ],
      ]);
      emitWarning.mockRestore();
    });
  },
);

describe.skipIf(server === undefined)('a commit that is acknowledged', () => {
  /** Notes the `synchronous_commit` of the transaction of each update. */
  async function watchCommits(): Promise<() => Promise<unknown[]>> {
    await owner.query(`
      CREATE TABLE commits (setting text);
      GRANT INSERT ON commits TO receiver;
      CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO commits VALUES (current_setting('synchronous_commit')); RETURN NEW;
      END $$;
      CREATE TRIGGER note AFTER UPDATE ON ${TABLE} FOR EACH ROW EXECUTE FUNCTION note()`);
    return async () => {
      const { rows } = await owner.query<{ setting: string }>('SELECT setting FROM commits');
      return rows.map(({ setting }) => setting);
    };
  }

  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_write', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('is durable for a role whose synchronous_commit is %s', async (setting, used) => {
    await grantAll();
    await owner.query(`ALTER ROLE receiver SET synchronous_commit = ${setting}`);
    const settings = await watchCommits();
    const pool = poolOf({ max: 1 });
    const store = postgresStore(pool);
    await store.claim('plain', lease('1'));
    await store.complete('plain', { claimId: '1' });
    expect(await post(pool, 'b')).toEqual({ status: 200, errors: [] });
    const careless = `INSERT INTO leads VALUES (1); SET LOCAL synchronous_commit = off`;
    expect(await post(pool, 'c', careless)).toEqual({ status: 200, errors: [] });
    expect(await settings()).toEqual([used, used, setting === 'remote_apply' ? 'on' : used]);
    const { rows } = await pool.query('SHOW synchronous_commit');
    expect(rows).toEqual([{ synchronous_commit: setting }]);
  });
});

/** Ends the pool of one connection, and waits until its backend has reported its statistics. */
async function endCounting(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool.end();
  const isThere = 'SELECT 1 FROM pg_stat_activity WHERE pid = $1';
  while ((await owner.query(isThere, [rows[0]?.pid])).rowCount !== 0);
}

describe.skipIf(server === undefined)('a delivery in a transaction', () => {
  it('costs two commits', async () => {
    await owner.query('CREATE DATABASE counted');
    let sent = 0;
    const commitsAfter = async (deliveries: number): Promise<number> => {
      const pool = new Pool({ ...server?.connection, database: 'counted', max: 1 });
      const store = postgresStore(pool);
      await store.createTable();
      await pool.query('CREATE TABLE IF NOT EXISTS leads (n int)');
      for (let i = 0; i < deliveries; i += 1) {
        sent += 1;
        const posted = await post(pool, `wh_${sent}`, undefined, store);
        expect(posted).toEqual({ status: 200, errors: [] });
      }
      await endCounting(pool);
      const { rows } = await owner.query<{ commits: string }>(
        `SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = 'counted'`,
      );
      return Number(rows[0]?.commits);
    };
    await commitsAfter(1);
    const [first, second, third] = [
      await commitsAfter(0),
      await commitsAfter(0),
      await commitsAfter(50),
    ];
    // The first of every hundred claims looks for expired rows.
    expect(third - second - (second - first)).toBe(50 * 2 + 1);
  });

  it('costs four round trips, one of them for the effect', async () => {
    await owner.query('DROP TABLE IF EXISTS leads; CREATE TABLE leads (n int)');
    const pool = new Pool({ ...server?.connection, max: 1 });
    pools.push(pool);
    const store = postgresStore(pool);
    await post(pool, 'first', undefined, store); // this one looks for expired rows
    const client = await pool.connect();
    const query = vi.spyOn(client, 'query');
    client.release();
    expect(await post(pool, 'b', undefined, store)).toEqual({ status: 200, errors: [] });
    expect(query).toHaveBeenCalledTimes(4);
  });

  it('and its update touches no index, however many are in hand at once', async () => {
    const pool = new Pool({ ...server?.connection, max: 1 });
    const store = postgresStore(pool);
    await claims(store, 500, 'a');
    for (let i = 0; i < 500; i += 1) {
      const delivery = { webhookId: `a${i}`, claimId: '1' };
      if (i % 2 === 0) await store.complete(delivery.webhookId, delivery);
      else await store.transaction(delivery, async () => undefined);
    }
    await endCounting(pool);
    const { rows } = await owner.query(
      `SELECT n_tup_upd AS all, n_tup_hot_upd AS hot FROM pg_stat_user_tables WHERE relname = $1`,
      [TABLE],
    );
    expect(rows).toEqual([{ all: '500', hot: '500' }]);
  });
});

describe.skipIf(server === undefined)('two steps at once that the database cannot order', () => {
  it.each(['repeatable read', 'serializable'])('are repeated under %s', async (isolation) => {
    await grantAll();
    await owner.query(`ALTER ROLE receiver SET default_transaction_isolation = '${isolation}'`);
    const store = postgresStore(poolOf({ max: 8 }));
    for (let round = 0; round < 10; round += 1) {
      const id = `id_${round}`;
      const claim = (_: unknown, i: number) => store.claim(id, lease(String(i)));
      const found = await Promise.all(Array.from({ length: 8 }, claim));
      expect(found.filter((each) => each === 'new')).toHaveLength(1);
      const claimId = String(found.indexOf('new'));
      const write = store.transaction({ webhookId: id, claimId }, (client) =>
        client.query('INSERT INTO leads VALUES (1)'),
      );
      await Promise.all([write, store.claim(id, lease('x')), store.release(id, { claimId: 'y' })]);
    }
    const { rowCount } = await owner.query('SELECT 1 FROM leads');
    expect(rowCount).toBe(10);
  });
});

describe('a step that the database takes back again and again', () => {
  const conflict = Object.assign(new Error('could not serialize access'), { code: '40001' });

  it('is given up after twenty tries', async () => {
    const query = vi.fn((text: string) =>
      /^(ROLLBACK|BEGIN)/.test(text) ? Promise.resolve({ rows: [] }) : Promise.reject(conflict),
    );
    const client = { query, release: () => undefined };
    const pool: PostgresPool = { query, connect: () => Promise.resolve(client) };
    const store = postgresStore(pool);
    await expect(store.complete('a')).rejects.toBe(conflict);
    expect(query).toHaveBeenCalledTimes(20);
    const effect = vi.fn(() => Promise.reject(conflict));
    const run = store.transaction({ webhookId: 'a', claimId: '1' }, effect);
    await expect(run).rejects.toBe(conflict);
    expect(effect).toHaveBeenCalledTimes(20);
  });
});
