// What all recipes share: the receiver itself. Keep it in a file of its own; the recipes differ only in
// how a request gets to it.
import {
  createWebhookHandler,
  isCdrCompleted,
  memoryStore,
  type WebhookHandler,
} from 'consent-evidence/webhooks';

export interface Env {
  /** The signing secret from the dashboard. */
  readonly CONSENT_EVIDENCE_WEBHOOK_SECRET: string | undefined;
  /** Puts a record on your own queue: a durable insert, done in milliseconds. */
  enqueue(cdrId: string, webhookId: string): Promise<void>;
  /** Your logger. */
  warn(...facts: unknown[]): void;
  /** The current time, for tests. Default: the system clock. */
  readonly now?: () => number;
}

export function createReceiver(env: Env): WebhookHandler {
  const { CONSENT_EVIDENCE_WEBHOOK_SECRET: secret, enqueue, warn, now } = env;
  return createWebhookHandler({
    secret,
    now,
    store: memoryStore({ now }), // one process; for several see sqliteStore and postgresStore
    onEvent: async (event, { webhookId }) => {
      if (isCdrCompleted(event)) await enqueue(event.cdrId, webhookId);
    },
    onRejected: ({ reason, hint }) => warn('webhook refused', reason, hint),
    onError: (error, { step, webhookId }) => warn('webhook failed', step, webhookId, error),
  });
}
