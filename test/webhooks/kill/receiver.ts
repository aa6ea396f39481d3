// The process that is killed: a receiver over an SQLite file, started by `KilledReceiver`. It
// records each run of onEvent when it begins, and its effect (a row) in the middle.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { createWebhookHandler } from '../../../src/webhooks/handler/handler.ts';
import { toNodeHandler } from '../../../src/webhooks/handler/to-node-handler.ts';
import { WEBHOOK_HEADERS } from '../../../src/webhooks/signature/signature-headers.ts';
import { prepareSqlite, sqliteStore } from '../../../src/webhooks/sqlite.ts';

const [directory = '', mode = '', secret = ''] = process.argv.slice(2);
const database = new DatabaseSync(join(directory, 'receiver.db'));
prepareSqlite(database);
database.exec('CREATE TABLE IF NOT EXISTS effects (webhook_id TEXT)');
const insert = database.prepare('INSERT INTO effects VALUES (?)');

// A lease ends by the time of the fake, which jumps from attempt to attempt, and so does this
// clock.
const time = { now: 0 };
const store = sqliteStore(database, { now: () => time.now });

/** Waits a few turns of the loop, so that a kill can hit between any two steps. */
async function turns(): Promise<void> {
  for (let i = 0; i < 500; i += 1) await setImmediate();
}

const handle = toNodeHandler(
  createWebhookHandler({
    secret,
    store,
    now: () => time.now,
    onEvent: async (_event, delivery) => {
      appendFileSync(join(directory, 'started'), `${delivery.webhookId}\n`);
      await turns();
      if (mode === 'transaction') {
        await store.transaction(delivery, () => void insert.run(delivery.webhookId));
      } else {
        insert.run(delivery.webhookId);
      }
      await turns();
    },
    onError: (error, failure) => console.error(failure, error),
  }),
);

const server = createServer((request, response) => {
  time.now = Number(request.headers[WEBHOOK_HEADERS.timestamp]) * 1000;
  void handle(request, response);
});
server.listen(0, '127.0.0.1', () => {
  console.log(String((server.address() as AddressInfo).port));
});
