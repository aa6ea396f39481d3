// What all recipes have in common: the receiver itself. Keep it in a file of its own; the recipes
// only differ in how a request gets to it.
import {
  createWebhookHandler,
  isCdrCompleted,
  memoryStore,
  type WebhookHandler,
} from 'consent-evidence/webhooks';

export interface Env {
  /** The signing secret of the dashboard. */
  readonly CONSENT_EVIDENCE_WEBHOOK_SECRET: string | undefined;
  /** Puts a record on a queue of your own: a durable insert, done in milliseconds. */
  enqueue(cdrId: string, webhookId: string): Promise<void>;
  /** Your logger. */
  warn(...facts: unknown[]): void;
  /** The present, for a test; default: real time. */
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
