// Exactly once on one machine: the lead and the claim are written in one SQLite transaction.
import { DatabaseSync } from 'node:sqlite';
import {
  createWebhookHandler,
  isCdrCompleted,
  type WebhookHandler,
} from 'consent-evidence/webhooks';
import { prepareSqlite, sqliteStore } from 'consent-evidence/webhooks/sqlite';

export function run(path: string, secret: string | undefined): WebhookHandler {
  const database = new DatabaseSync(path);
  prepareSqlite(database); // a write-ahead log, every commit flushed to disk
  database.exec('CREATE TABLE IF NOT EXISTS leads (cdr_id TEXT NOT NULL)');
  const insertLead = database.prepare('INSERT INTO leads (cdr_id) VALUES (?)');
  const store = sqliteStore(database);

  return createWebhookHandler({
    secret,
    store,
    onEvent: async (event, delivery) => {
      if (!isCdrCompleted(event)) return;
      await store.transaction(delivery, () => {
        insertLead.run(event.cdrId);
      });
    },
    onRejected: (error) => console.warn('webhook refused:', error.reason, error.hint),
    onError: (error, { step }) => console.error('webhook failed:', step, error),
  });
}
