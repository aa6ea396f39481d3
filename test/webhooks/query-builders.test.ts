import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { Kysely, type PostgresPool as KyselyPool, PostgresDialect } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import { postgresStore } from '../../src/webhooks/postgres.ts';
import { eventBody, NOW_MS, SECRET, signedHeaders } from './delivery-fixture.ts';
import { newDatabase } from './support/new-database.ts';

const database = await newDatabase();
const pool = new Pool(database?.connection);
const leads = pgTable('leads', { cdrId: text('cdr_id').notNull() });

interface Tables {
  leads: { cdr_id: string };
}

afterAll(async () => {
  await pool.end();
  await database?.drop();
});

beforeEach(async () => {
  if (database === undefined) return;
  await pool.query('DROP TABLE IF EXISTS leads, consent_evidence_webhooks');
  await pool.query('CREATE TABLE leads (cdr_id text NOT NULL)');
  await postgresStore(pool).createTable();
});

/** Kysely takes a pool. This one has a single connection, which Kysely must not release. */
function kysely(client: PoolClient): Kysely<Tables> {
  const only = { query: client.query.bind(client), release: () => undefined };
  const connect = () => Promise.resolve(only);
  const end = () => Promise.resolve();
  const dialect = new PostgresDialect({ pool: { connect, end } as unknown as KyselyPool });
  return new Kysely<Tables>({ dialect });
}

/** Sends one delivery through the handler several times, and returns the results. */
async function deliver(effect: (client: PoolClient) => Promise<unknown>, times = 2) {
  const store = postgresStore(pool);
  const onError = vi.fn();
  const handle = createWebhookHandler({
    secret: SECRET,
    now: () => NOW_MS,
    store,
    onError,
    onEvent: (_event, delivery) => store.transaction(delivery, effect),
  });
  const body = eventBody();
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const init = { method: 'POST', body, headers: signedHeaders(body) };
    statuses.push((await handle(new Request('http://localhost/', init))).status);
  }
  const errors = onError.mock.calls.map(([error]) => String(error));
  return { statuses, errors, leads: (await pool.query('SELECT 1 FROM leads')).rowCount };
}

const ENDED = expect.stringMatching(
  /^InvalidInputError: effect: ended the transaction in which it ran, so nothing is completed/,
) as string;

describe.skipIf(database === undefined)('Drizzle on the client of the transaction', () => {
  it('commits what it wrote together with the completion', async () => {
    const effect = (client: PoolClient) =>
      drizzle({ client }).insert(leads).values({ cdrId: 'cdr_1' });
    expect(await deliver(effect)).toEqual({ statuses: [200, 200], errors: [], leads: 1 });
  });

  it('acknowledges nothing where its own db.transaction() committed ours', async () => {
    const effect = (client: PoolClient) =>
      drizzle({ client }).transaction((tx) => tx.insert(leads).values({ cdrId: 'cdr_1' }));
    const { statuses, errors } = await deliver(effect);
    expect(statuses).toEqual([500, 500]);
    expect(errors).toEqual([ENDED, ENDED]);
  });

  it('acknowledges nothing where its own db.transaction() rolled ours back', async () => {
    const effect = async (client: PoolClient) => {
      const db = drizzle({ client });
      await db.insert(leads).values({ cdrId: 'cdr_1' });
      await db.transaction((tx) => Promise.resolve(tx.rollback())).catch(() => undefined);
    };
    expect(await deliver(effect)).toEqual({
      statuses: [500, 500],
      errors: [ENDED, ENDED],
      leads: 0,
    });
  });

  it('takes a savepoint of its own for what it is', async () => {
    const effect = async (client: PoolClient) => {
      const db = drizzle({ client });
      await db.execute(drizzleSql`SAVEPOINT mine`);
      await db.insert(leads).values({ cdrId: 'cdr_1' });
      await db.execute(drizzleSql`ROLLBACK TO SAVEPOINT mine`);
      await db.insert(leads).values({ cdrId: 'cdr_2' });
      await db.execute(drizzleSql`RELEASE SAVEPOINT mine`);
    };
    expect(await deliver(effect)).toEqual({ statuses: [200, 200], errors: [], leads: 1 });
  });

  it('is run again where the database asked for it, its own error around or not', async () => {
    let runs = 0;
    const effect = async (client: PoolClient) => {
      const db = drizzle({ client });
      await db.insert(leads).values({ cdrId: 'cdr_1' });
      runs += 1;
      if (runs < 3) {
        await db.execute(drizzleSql`DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$`);
      }
    };
    expect(await deliver(effect)).toEqual({ statuses: [200, 200], errors: [], leads: 1 });
    expect(runs).toBe(3);
  });

  it('is not run again at once where it had committed before', async () => {
    let runs = 0;
    const effect = async (client: PoolClient) => {
      runs += 1;
      await drizzle({ client }).transaction((tx) => tx.insert(leads).values({ cdrId: 'cdr_1' }));
      await client.query(`DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$`);
    };
    expect(await deliver(effect, 1)).toMatchObject({ statuses: [500], leads: 1 });
    expect(runs).toBe(1);
  });
});

describe.skipIf(database === undefined)('Kysely on the client of the transaction', () => {
  const insert = (db: Kysely<Tables>) => db.insertInto('leads').values({ cdr_id: 'cdr_1' });

  it('commits what it wrote together with the completion', async () => {
    const effect = (client: PoolClient) => insert(kysely(client)).execute();
    expect(await deliver(effect)).toEqual({ statuses: [200, 200], errors: [], leads: 1 });
  });

  it('acknowledges nothing where its own transaction() committed ours', async () => {
    const effect = (client: PoolClient) =>
      kysely(client)
        .transaction()
        .execute((trx) => insert(trx).execute());
    const { statuses, errors } = await deliver(effect);
    expect(statuses).toEqual([500, 500]);
    expect(errors).toEqual([ENDED, ENDED]);
  });
});
