// A receiver over Postgres whose connection dies at a chosen moment. It runs in its own process and
// without listeners, so an unhandled 'error' event would end it before it prints its line.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Client, Pool, type PoolClient } from 'pg';
import { createWebhookHandler } from '../../../src/webhooks/handler/handler.ts';
import { postgresStore } from '../../../src/webhooks/postgres.ts';
import { signWebhook } from '../../../src/webhooks/signature/sign.ts';
import { eventBody } from '../delivery-fixture.ts';

const SECRET = 'whsec_deaths';
const [moment = '', settings = ''] = process.argv.slice(2);
const connection = JSON.parse(settings) as { host: string; port: number };
const admin = new Client(connection);
await admin.connect();
const pool = new Pool({ ...connection, max: 1 });
const store = postgresStore(pool);
await store.createTable();
await pool.query('CREATE TABLE IF NOT EXISTS leads (cdr_id text)');

const END = 'SELECT pg_terminate_backend($1)';
const pidOf = async (client: PoolClient | Pool): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
};

/** Cuts the connection and waits until this process has noticed. */
async function cut(client: PoolClient): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const closed = once(stream, 'close');
  await admin.query(END, [await pidOf(client)]);
  await closed;
}

/** What happens in the transaction, before and after its one row is written. */
const MOMENTS: Readonly<Record<string, (client: PoolClient) => Promise<unknown>>> = {
  'between two statements': async (client) => {
    await cut(client);
    return client.query('SELECT 1');
  },
  'while the effect awaits something else': cut,
  'while the effect awaits something else, and fails': async (client) => {
    await cut(client);
    throw new Error('another service is down');
  },
  'while the effect hangs': async (client) => {
    await cut(client);
    return new Promise(() => undefined);
  },
  'during a statement': async (client) => {
    const pid = await pidOf(client);
    const sleeping = client.query('SELECT pg_sleep(600)');
    sleeping.catch(() => undefined);
    const isAsleep = `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`;
    while ((await admin.query(isAsleep, [pid])).rowCount === 0);
    await admin.query(END, [pid]);
    return sleeping;
  },
  'during a statement whose failure is swallowed': async (client) => {
    await MOMENTS['during a statement']?.(client).catch(() => undefined);
  },
  'during the commit': async (client) => {
    await client.query('CREATE TEMP TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const pid = await pidOf(client);
    await client.query(`
      CREATE FUNCTION pg_temp.die() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(${pid}); PERFORM pg_sleep(600); RETURN NULL; END $$`);
    await client.query(`
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION pg_temp.die()`);
    await client.query('INSERT INTO late VALUES (1)');
  },
  'while it is handed over': async () => undefined,
  'while it is idle': async () => undefined,
};

let lives = true;
const handle = createWebhookHandler({
  secret: SECRET,
  store,
  onEvent: (_event, delivery) =>
    store.transaction(delivery, async (client) => {
      await client.query(`INSERT INTO leads VALUES ('cdr_1')`);
      if (!lives) return;
      lives = false;
      await MOMENTS[moment]?.(client);
    }),
});

async function post(): Promise<number> {
  const body = eventBody();
  const headers = await signWebhook({ body, secret: SECRET, webhookId: 'wh_1' });
  const init = { method: 'POST', body, headers: { ...headers } };
  return (await handle(new Request('http://localhost/', init))).status;
}

if (moment === 'while it is idle') {
  const client = await pool.connect();
  client.release();
  await cut(client);
}
if (moment === 'while it is handed over') {
  // The third client is that of the transaction, after the claim and the clean-up.
  let acquired = 0;
  // What pg does if the end of the previous query and the end of the connection arrive together:
  // the client has left the pool, and the code that awaits it has yet to run.
  pool.on('acquire', (client) => {
    acquired += 1;
    const died = client as unknown as { _handleErrorEvent(error: Error): void };
    const die = () => died._handleErrorEvent(new Error('Connection terminated unexpectedly'));
    if (acquired === 3) queueMicrotask(die);
  });
}
const statuses = [await post()];
const leads = async (): Promise<number | null> =>
  (await admin.query('SELECT 1 FROM leads')).rowCount;
const afterDeath = await leads();
statuses.push(await post(), await post());
console.log(JSON.stringify({ statuses, afterDeath, atTheEnd: await leads() }));
await pool.end();
await admin.end();
