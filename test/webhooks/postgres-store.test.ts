import { Pool } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { type PostgresPool, postgresStore } from '../../src/webhooks/postgres.ts';
import { WebhookClaimLostError } from '../../src/webhooks/store/webhook-claim-lost-error.ts';
import { NOW_MS } from './delivery-fixture.ts';
import { newDatabase } from './support/new-database.ts';
import { holdToStoreContract } from './support/store-contract.ts';

const DAY_MS = 86_400_000;
const lease = (claimId: string) => ({ leaseSeconds: 60, claimId });
const database = await newDatabase();
const pool = new Pool({ ...database?.connection, max: 10 });
let tables = 0;

afterAll(async () => {
  await pool.end();
  await database?.drop();
});

async function open() {
  tables += 1;
  const table = `webhooks_${tables}`;
  const time = { now: NOW_MS };
  const store = postgresStore(pool, { table, now: () => time.now });
  await store.createTable();
  const count = async (sql = `SELECT count(*) AS n FROM ${table}`): Promise<number> => {
    const { rows } = await pool.query<{ n: string }>(sql);
    return Number(rows[0]?.n);
  };
  return { store, table, time, count, pass: (ms: number) => void (time.now += ms) };
}

/** Makes a store, and a table of the user's own. */
async function openWithLeads() {
  const opened = await open();
  const leads = `leads_${tables}`;
  await pool.query(`CREATE TABLE ${leads} (cdr_id text)`);
  return { ...opened, leads, leadCount: () => opened.count(`SELECT count(*) AS n FROM ${leads}`) };
}

describe.skipIf(database === undefined)('postgresStore, on a real server', () => {
  holdToStoreContract(open);
});

describe.skipIf(database === undefined)('postgresStore keeps', () => {
  it('a completed id for 24 hours', async () => {
    const { store, time } = await open();
    await store.claim('a', lease('1'));
    await store.complete('a', { claimId: '1' });
    time.now += DAY_MS - 1;
    expect(await store.claim('a', lease('2'))).toBe('duplicate');
    time.now += 1;
    expect(await store.claim('a', lease('3'))).toBe('new');
  });

  it('a completed id for as long as it is told, in a transaction or not', async () => {
    const { table, time, count } = await open();
    const store = postgresStore(pool, { table, now: () => time.now, retentionSeconds: 3600 });
    await store.claim('a', lease('1'));
    await store.complete('a', { claimId: '1' });
    await store.claim('b', lease('1'));
    await store.transaction({ webhookId: 'b', claimId: '1' }, async () => undefined);
    time.now += 3_599_999;
    expect(await store.claim('a', lease('2'))).toBe('duplicate');
    expect(await store.claim('b', lease('2'))).toBe('duplicate');
    time.now += 1;
    expect(await store.claim('a', lease('3'))).toBe('new');
    await postgresStore(pool, { table, now: () => time.now, retentionSeconds: 3600 }).claim(
      'c',
      lease('1'),
    );
    expect(await count()).toBe(2);
  });

  it('leases by the clock of the database, unless it is given one', async () => {
    const { table } = await open();
    const store = postgresStore(pool, { table });
    expect(await store.claim('a', lease('1'))).toBe('new');
    expect(await store.claim('a', lease('2'))).toBe('busy');
    await pool.query(`UPDATE ${table} SET ends_at = ends_at - interval '60 s'`);
    expect(await store.claim('a', lease('3'))).toBe('new');
    await store.complete('a', { claimId: '3' });
    const { rows } = await pool.query<{ hours: number }>(
      `SELECT extract(epoch FROM ends_at - now()) / 3600 AS hours FROM ${table}`,
    );
    expect(Number(rows[0]?.hours)).toBeCloseTo(24, 1);
  });

  it('no more than what is live, cleaning up a thousand rows at a time', async () => {
    const { store, table, time, count } = await open();
    await pool.query(
      `INSERT INTO ${table} SELECT 'old_' || i, NULL, true, $1, $2 FROM generate_series(1, 1500) AS i`,
      [new Date(time.now - DAY_MS), new Date(time.now)],
    );
    await store.claim('first', lease('1'));
    expect(await count()).toBe(501);
    for (let i = 2; i <= 101; i += 1) await store.claim(`id_${i}`, lease('1'));
    expect(await count()).toBe(101);
  });

  it('one table, however many processes make it at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => postgresStore(pool, { table: 'raced' }).createTable()),
    );
    expect(await postgresStore(pool, { table: 'public.raced' }).claim('a', lease('1'))).toBe('new');
  });
});

describe.skipIf(database === undefined)('postgresStore.transaction', () => {
  const delivery = { webhookId: 'a', claimId: '1' };

  it('commits the effect and the completion together', async () => {
    const { store, leads, leadCount } = await openWithLeads();
    await store.claim('a', lease('1'));
    const inserted = await store.transaction(delivery, (client) =>
      client.query(`INSERT INTO ${leads} VALUES ($1)`, ['cdr_1']),
    );
    expect(inserted.rowCount).toBe(1);
    expect(await leadCount()).toBe(1);
    expect(await store.claim('a', lease('2'))).toBe('duplicate');
    await store.complete('a', { claimId: '1' });
  });

  it('takes the effect back where it throws, and leaves the lease as it was', async () => {
    const { store, leads, leadCount } = await openWithLeads();
    await store.claim('a', lease('1'));
    const failing = store.transaction(delivery, async (client) => {
      await client.query(`INSERT INTO ${leads} VALUES ('cdr_1')`);
      throw new Error('out of stock');
    });
    await expect(failing).rejects.toThrow('out of stock');
    expect(await leadCount()).toBe(0);
    expect(await store.claim('a', lease('2'))).toBe('busy');
  });

  it('commits nothing where the effect swallowed an error of the database', async () => {
    const { store, leads, leadCount } = await openWithLeads();
    await store.claim('a', lease('1'));
    const failing = store.transaction(delivery, async (client) => {
      await client.query(`INSERT INTO ${leads} VALUES ('cdr_1')`);
      await client.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('current transaction is aborted');
    expect(await leadCount()).toBe(0);
  });

  it('commits nothing for a claim that was taken over, or completed before', async () => {
    const { store, time, leads, leadCount } = await openWithLeads();
    const insert = (claimId: string) =>
      store.transaction({ webhookId: 'a', claimId }, (client) =>
        client.query(`INSERT INTO ${leads} VALUES ('cdr_1')`),
      );
    await store.claim('a', lease('1'));
    time.now += 60_000;
    await store.claim('a', lease('2'));
    await expect(insert('1')).rejects.toBeInstanceOf(WebhookClaimLostError);
    await insert('2');
    await expect(insert('1')).rejects.toBeInstanceOf(WebhookClaimLostError);
    await expect(insert('2')).rejects.toBeInstanceOf(WebhookClaimLostError);
    expect(await leadCount()).toBe(1);
  });

  it('commits one of two that both believe they hold the id', async () => {
    const { store, time, leads, leadCount } = await openWithLeads();
    await store.claim('a', lease('1'));
    time.now += 60_000;
    await store.claim('a', lease('2'));
    const both = ['1', '2'].map((claimId) =>
      store.transaction({ webhookId: 'a', claimId }, (client) =>
        client.query(`INSERT INTO ${leads} VALUES ('cdr_1')`),
      ),
    );
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await leadCount()).toBe(1);
  });

  type Opened = Awaited<ReturnType<typeof openWithLeads>>;
  /**
   * What can happen to a claim while the effect runs, and the facts of the error, if there is one.
   */
  const meanwhile: [string, (opened: Opened) => Promise<unknown>, object | undefined][] = [
    ['nothing happened', async () => undefined, undefined],
    ['it ended, and no one took it', async ({ pass }) => pass(60_000), undefined],
    ['its row was deleted', async ({ table }) => pool.query(`DELETE FROM ${table}`), undefined],
    [
      'another one took it over',
      async ({ store, pass }) => {
        pass(60_000);
        await store.claim('a', lease('2'));
      },
      { completed: false },
    ],
    [
      'another one took it over and completed it',
      async ({ store, pass }) => {
        pass(60_000);
        await store.claim('a', lease('2'));
        await store.transaction({ webhookId: 'a', claimId: '2' }, async () => undefined);
      },
      { completed: true },
    ],
    [
      'it was completed beside the transaction',
      async ({ store }) => store.complete('a'),
      { completed: true },
    ],
  ];

  it.each(meanwhile)('holds the claim to be what it is at the end: %s', async (_, run, told) => {
    const opened = await openWithLeads();
    const { table, time, store, leads, leadCount } = opened;
    // With one connection, the state of a lost claim can only be read after that one was released.
    const single = new Pool({ ...database?.connection, max: 1 });
    const narrow = postgresStore(single, { table, now: () => time.now });
    await store.claim('a', lease('1'));
    const ended = await narrow
      .transaction(delivery, async (client) => {
        await client.query(`INSERT INTO ${leads} VALUES ('cdr_1')`);
        await run(opened);
        return 'committed';
      })
      .catch((error: unknown) => error);
    if (told === undefined) expect(ended).toBe('committed');
    else {
      expect(ended).toBeInstanceOf(WebhookClaimLostError);
      expect(ended).toMatchObject({ webhookId: 'a', ...told });
    }
    expect(await leadCount()).toBe(told === undefined ? 1 : 0);
    await single.end();
  });

  it.each([
    ['the effect', `SELECT 'a'::integer`],
    [
      'the commit',
      `CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM 'a'::integer; RETURN NULL; END $$;
      CREATE TEMPORARY TABLE refusing (n int);
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON refusing DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION pg_temp.refuse();
      INSERT INTO refusing VALUES (1)`,
    ],
  ])('takes no error of %s for a lost claim', async (_, sql) => {
    const { store } = await open();
    await store.claim('a', lease('1'));
    const failing = store.transaction(delivery, (client) => client.query(sql));
    await expect(failing).rejects.toThrow('invalid input syntax for type integer: "a"');
    expect(await store.claim('a', lease('2'))).toBe('busy');
  });

  it('holds ids that mean something in SQL to be texts', async () => {
    const { store, count } = await open();
    const claim = { webhookId: `a'); DROP TABLE leads; --`, claimId: `1' OR '1' = '1` };
    await store.claim(claim.webhookId, lease(claim.claimId));
    const other = store.transaction({ ...claim, claimId: `' OR '1` }, async () => undefined);
    await expect(other).rejects.toBeInstanceOf(WebhookClaimLostError);
    await store.transaction(claim, async () => undefined);
    expect(await store.claim(claim.webhookId, lease('2'))).toBe('duplicate');
    expect(await count()).toBe(1);
  });

  it('gives its connection back, whole or not at all', async () => {
    const { table } = await open();
    const single = new Pool({ ...database?.connection, max: 1 });
    const narrow = postgresStore(single, { table });
    await narrow.claim('a', lease('1'));
    const cut = narrow.transaction(delivery, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await client.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow();
    expect(await narrow.claim('a', lease('2'))).toBe('busy');
    await narrow.transaction(delivery, async () => undefined);
    expect(await narrow.claim('a', lease('2'))).toBe('duplicate');
    await single.end();
  });
});

describe('postgresStore, without a server', () => {
  const none: PostgresPool = {
    query: () => Promise.reject(new Error('down')),
    connect: () => Promise.reject(new Error('down')),
  };

  it('rejects with what the pool rejects with', async () => {
    const store = postgresStore(none);
    await expect(store.claim('a', lease('1'))).rejects.toThrow('down');
    await expect(store.complete('a')).rejects.toThrow('down');
    const effect = vi.fn();
    const run = store.transaction({ webhookId: 'a', claimId: '1' }, effect);
    await expect(run).rejects.toThrow('down');
    expect(effect).not.toHaveBeenCalled();
  });

  it('continues where only the clean-up failed', async () => {
    const query = vi.fn((text: string) =>
      /^\s*DELETE/.test(text)
        ? Promise.reject(new Error('deadlock'))
        : Promise.resolve({ rows: [{}] }),
    );
    expect(await postgresStore({ ...none, query }).claim('a', lease('1'))).toBe('new');
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('refuses a retention that is shorter than the service sends again', () => {
    const make = () => postgresStore(none, { retentionSeconds: 60 });
    expect(make).toThrow('retentionSeconds: expected');
  });

  it('refuses an invalid table name', () => {
    const make = () => postgresStore(none, { table: 'webhooks; DROP TABLE leads' });
    expect(make).toThrow(InvalidInputError);
  });
});
