// One of the machines that are killed, started by `KilledReceiver`: a receiver over a Postgres
// inbox that reconciles on request (`POST /reconcile?now=…`). Its time is the world's. Like a
// user's program, it does not listen to 'error' events.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';
import { ConsentEvidence } from '../../../src/index.ts';
import { createWebhookHandler, reconcile, toNodeHandler } from '../../../src/webhooks/index.ts';
import { postgresInbox } from '../../../src/webhooks/postgres.ts';

/** The settings of a machine, passed as JSON. */
export interface MachineSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly since: number;
  readonly connection: PoolConfig;
}

const settings = JSON.parse(process.argv[2] ?? '') as MachineSettings;
const { baseUrl, apiKey, secret, since } = settings;

/** Waits a few turns of the loop, so that a kill or a cut can hit between any two steps. */
async function turns(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await setImmediate();
}

const client = new ConsentEvidence({ baseUrl, apiKey });
const inbox = postgresInbox(new Pool({ ...settings.connection, max: 10 }), {
  async enqueue(tx, { cdrId, via }) {
    await turns();
    await tx.query('INSERT INTO jobs VALUES ($1, $2)', [cdrId, via]);
    await turns();
  },
});
const receive = toNodeHandler(createWebhookHandler({ secret, inbox }));

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (pathname !== '/reconcile') return void receive(request, response);
  const now = Number(searchParams.get('now'));
  reconcile(client, inbox, { since, clock: { now: () => now } }).then(
    (report) => response.end(JSON.stringify(report)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(String((server.address() as AddressInfo).port));
});
