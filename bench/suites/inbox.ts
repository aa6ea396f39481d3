import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type * as Webhooks from '../../src/webhooks/index.ts';
import type * as WebhooksPostgres from '../../src/webhooks/postgres.ts';
import { startPostgres } from '../../test/webhooks/support/postgres-server.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run } from '../harness/measure.ts';
import { load } from '../harness/peers.ts';
import type { Suite } from '../harness/suite.ts';

const SECRET = 'a-signing-secret-of-some-length';
const BASE = 'pg, one transaction of two rows';
const INBOX = 'consent-evidence, inbox';
const STORE = 'consent-evidence, store and transaction';
/** Enough for the warm-up rounds to suffice: a delivery runs far more code than its baseline. */
const OPERATIONS = 100;
const ROUNDS = 20;
const INSERT_JOB = 'INSERT INTO jobs (cdr_id) VALUES ($1)';

type Deliver = (request: Request) => Promise<{ readonly status: number }>;

async function poolAt(connection: string): Promise<Pool> {
  const { Pool } = await import('pg');
  return new Pool({ ...(JSON.parse(connection) as object), max: 1 });
}

/** Signs deliveries before timing starts, each for a different record. */
async function signedRequests(count: number): Promise<Request[]> {
  const { signWebhook } = await load<typeof Webhooks>('consent-evidence/webhooks');
  const event = { event: 'cdr.completed', domainId: 'example.com', createdAt: 1 };
  const sign = async (): Promise<Request> => {
    const webhookId = randomUUID();
    const body = JSON.stringify({ ...event, cdrId: `cdr_${webhookId}`, webhookId });
    const headers = { ...(await signWebhook({ body, secret: SECRET, webhookId })) };
    return new Request('http://localhost/', { method: 'POST', body, headers });
  };
  return Promise.all(Array.from({ length: count }, sign));
}

/** Delivers one after the other, from a lot that is signed in advance and large enough for all rounds. */
async function delivering(deliver: Deliver): Promise<Run> {
  const lot = await signedRequests(OPERATIONS * (ROUNDS + 10));
  return async (operations) => {
    for (let index = 0; index < operations; index += 1) {
      const request = lot.pop();
      if (request === undefined) throw new Error('there are no more deliveries');
      const { status } = await deliver(request);
      if (status !== 200) throw new Error(`answered ${status}`);
    }
  };
}

/** The hand-written version, with only the transaction: no verification or anything else. */
async function bare(connection: string): Promise<Run> {
  const pool = await poolAt(connection);
  return async (operations) => {
    for (let index = 0; index < operations; index += 1) {
      const id = `cdr_${randomUUID()}`;
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query('INSERT INTO seen (cdr_id) VALUES ($1)', [id]);
      await client.query(INSERT_JOB, [id]);
      await client.query('COMMIT');
      client.release();
    }
  };
}

async function byInbox(connection: string): Promise<Run> {
  const { createWebhookHandler } = await load<typeof Webhooks>('consent-evidence/webhooks');
  const { postgresInbox } = await load<typeof WebhooksPostgres>(
    'consent-evidence/webhooks/postgres',
  );
  const inbox = postgresInbox(await poolAt(connection), {
    enqueue: (tx, { cdrId }) => tx.query(INSERT_JOB, [cdrId]),
  });
  await inbox.createTables();
  return delivering(createWebhookHandler({ secret: SECRET, inbox }));
}

async function byStore(connection: string): Promise<Run> {
  const { createWebhookHandler } = await load<typeof Webhooks>('consent-evidence/webhooks');
  const { postgresStore } = await load<typeof WebhooksPostgres>(
    'consent-evidence/webhooks/postgres',
  );
  const store = postgresStore(await poolAt(connection));
  await store.createTable();
  const handler = createWebhookHandler({
    secret: SECRET,
    store,
    onEvent: (event, delivery) =>
      store.transaction(delivery, (tx) =>
        tx.query(INSERT_JOB, [(event as { cdrId?: string }).cdrId]),
      ),
  });
  return delivering(handler);
}

const measures = {
  delivery: {
    title: 'one delivery, on a Postgres of this machine',
    base: BASE,
    ratio: 'speed',
    operations: OPERATIONS,
    rounds: ROUNDS,
    limits: { [INBOX]: 0.55, [STORE]: 0.4 },
    subjects: {
      [BASE]: { prepare: bare },
      [INBOX]: { prepare: byInbox },
      [STORE]: { prepare: byStore },
    },
  } satisfies Measure,
};

export const suite: Suite = {
  title: 'Hand a webhook to a queue',
  about:
    'A signed delivery, from the `Request` to the `Response`, one at a time over one connection, ' +
    'beside the bare transaction that writes the same two rows and checks nothing. A commit waits ' +
    'for the disk. It needs a PostgreSQL that is installed.',
  measures,
  async run(plan) {
    // The default of a server: a commit waits for the disk.
    const server = await startPostgres('fsync=on');
    if (server === undefined) {
      plan.skipped(measures.delivery.title, 'no Postgres is installed here');
      return [];
    }
    try {
      const { Pool } = await import('pg');
      const pool = new Pool(server.connection);
      await pool.query(
        'CREATE TABLE seen (cdr_id text PRIMARY KEY); CREATE TABLE jobs (cdr_id text)',
      );
      await pool.end();
      const connection = JSON.stringify(server.connection);
      return await interleave(import.meta.url, 'delivery', measures.delivery, plan, connection);
    } finally {
      await server.stop();
    }
  },
};
