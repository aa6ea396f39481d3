// Exactly once on any number of machines: the lead and the claim are written in one transaction.
import {
  createWebhookHandler,
  isCdrCompleted,
  type WebhookHandler,
} from 'consent-evidence/webhooks';
import { type PostgresPool, postgresStore } from 'consent-evidence/webhooks/postgres';

export async function run(
  pool: PostgresPool,
  secret: string | undefined,
  now = Date.now, // a test has a clock of its own
): Promise<WebhookHandler> {
  const store = postgresStore(pool, { now });
  await store.createTable(); // or run the guide's SQL in your migrations
  await pool.query('CREATE TABLE IF NOT EXISTS leads (cdr_id text NOT NULL)');

  return createWebhookHandler({
    secret,
    now,
    store,
    onEvent: async (event, delivery) => {
      if (!isCdrCompleted(event)) return;
      await store.transaction(delivery, async (client) => {
        await client.query('INSERT INTO leads (cdr_id) VALUES ($1)', [event.cdrId]);
      });
    },
    onRejected: (error) => console.warn('webhook refused:', error.reason, error.hint),
    onError: (error, { step }) => console.error('webhook failed:', step, error),
  });
}
