// Exactly once on one machine: the lead and the claim are written in one SQLite transaction.
import { DatabaseSync } from 'node:sqlite';
import {
  createWebhookHandler,
  isCdrCompleted,
  type WebhookHandler,
} from 'consent-evidence/webhooks';
import { sqliteStore } from 'consent-evidence/webhooks/sqlite';

export function run(path: string, secret: string | undefined): WebhookHandler {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000');
  database.exec('CREATE TABLE IF NOT EXISTS leads (cdr_id TEXT NOT NULL)');
  const insertLead = database.prepare('INSERT INTO leads (cdr_id) VALUES (?)');
  const store = sqliteStore(database);

  return createWebhookHandler({
    secret,
    store,
    onEvent: (event, delivery) => {
      if (!isCdrCompleted(event)) return;
      store.transaction(delivery, () => {
        insertLead.run(event.cdrId);
      });
    },
    onRejected: (error) => console.warn('webhook refused:', error.reason, error.hint),
    onError: (error, { step }) => console.error('webhook failed:', step, error),
  });
}
