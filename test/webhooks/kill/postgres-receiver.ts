// One of the processes that are killed: a receiver over Postgres, started by `KilledReceiver`,
// whose clock is wrong. Like a user's program, it does not listen to 'error' events.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';
import { createWebhookHandler } from '../../../src/webhooks/handler/handler.ts';
import { toNodeHandler } from '../../../src/webhooks/handler/to-node-handler.ts';
import { postgresStore } from '../../../src/webhooks/postgres.ts';

const [secret = '', skewMs = '', connection = ''] = process.argv.slice(2);
const realNow = Date.now.bind(Date);
Date.now = () => realNow() + Number(skewMs);

const pool = new Pool({ ...(JSON.parse(connection) as PoolConfig), max: 4 });
const store = postgresStore(pool);

/** Waits a few turns of the loop, so that a kill or a cut can hit between any two steps. */
async function turns(): Promise<void> {
  for (let i = 0; i < 100; i += 1) await setImmediate();
}

const handle = toNodeHandler(
  createWebhookHandler({
    secret,
    store,
    leaseSeconds: 1,
    onEvent: (_event, delivery) =>
      store.transaction(delivery, async (client) => {
        await turns();
        await client.query('INSERT INTO effects VALUES ($1)', [delivery.webhookId]);
        await turns();
      }),
  }),
);

const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(String((server.address() as AddressInfo).port));
});
