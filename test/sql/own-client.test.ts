import { Client, Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { ownClient } from '../../src/sql/postgres/pool.ts';
import { postgresInbox, postgresStore } from '../../src/webhooks/postgres.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';

let database: OwnDatabase | undefined;
let pool: Pool;
beforeAll(async () => {
  database = await newDatabase();
  if (database !== undefined) pool = new Pool({ ...database.connection, max: 1 });
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

type Work = (tx: PoolClient) => Promise<void>;

/** Runs the user's part in each kind of transaction. */
const TRANSACTIONS: Readonly<Record<string, (work: Work) => Promise<unknown>>> = {
  async onDecision(work) {
    const ledger = postgresLedger(pool);
    await ledger.createTables();
    const { intakeOf, capture, share } = leadWorld();
    const intake = intakeOf<PoolClient>(ledger, { onDecision: (_, { tx }) => work(tx) });
    return intake.take(leadOf(`L-${Math.random()}`, await share(capture())));
  },
  async enqueue(work) {
    const inbox = postgresInbox(pool, { enqueue: work });
    await inbox.createTables();
    return inbox.take({ cdrId: `c-${Math.random()}`, domainId: 'a.example', via: 'webhook' });
  },
  async 'store.transaction'(work) {
    const store = postgresStore(pool);
    await store.createTable();
    const webhookId = `wh-${Math.random()}`;
    await store.claim(webhookId, { leaseSeconds: 60, claimId: 'a' });
    return store.transaction({ webhookId, claimId: 'a' }, work);
  },
};

describe.each(Object.entries(TRANSACTIONS))('in %s, the client', (_name, run) => {
  it.each(['release', 'connect', 'end'] as const)(
    'throws in the caller’s own frame on %s, and the transaction continues',
    async (method) => {
      if (database === undefined) return;
      let thrown: unknown;
      await run(async (tx) => {
        try {
          void (tx as PoolClient & { end(): unknown })[method]();
        } catch (error) {
          thrown = error;
        }
        await tx.query('SELECT 1');
      });
      expect(thrown).toBeInstanceOf(InvalidInputError);
      expect((thrown as Error).message).toContain(`must not call ${method}()`);
      // The pool of one connection has it back, and it works.
      expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
    },
  );

  it('is otherwise the pool’s own', async () => {
    if (database === undefined) return;
    await run(async (tx) => {
      expect(tx).toBeInstanceOf(Client);
      expect(tx.query).toBe(tx.query);
      const heard: unknown[] = [];
      tx.on('notice', ({ message }) => heard.push(message));
      await tx.query(`DO $$ BEGIN RAISE NOTICE 'hello'; END $$`);
      expect(heard).toEqual(['hello']);
    });
  });
});

describe('a client of another kind', () => {
  class Private {
    #secret = 'kept';
    get secret(): string {
      return this.#secret;
    }
    set secret(value: string) {
      this.#secret = value;
    }
    query(): string {
      return this.#secret;
    }
    release(): void {
      this.#secret = 'released';
    }
  }

  it('with private fields works, and cannot be released', () => {
    const client = new Private();
    const own = ownClient(client);
    own.secret = 'changed';
    expect([own.secret, own.query(), client.secret]).toEqual(['changed', 'changed', 'changed']);
    expect(() => own.release()).toThrow(InvalidInputError);
    expect(client.secret).toBe('changed');
  });

  it('that is frozen can still be used', () => {
    const own = ownClient(Object.freeze({ query: () => 'rows' }));
    expect(own.query()).toBe('rows');
  });
});
