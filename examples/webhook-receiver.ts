// A webhook receiver that writes each event to a journal of its own and answers; the work is
// done later, by whoever reads the journal. Recipes for frameworks: examples/webhooks.
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createWebhookHandler,
  isCdrCompleted,
  memoryStore,
  toNodeHandler,
} from 'consent-evidence/webhooks';

export interface Env {
  readonly CONSENT_EVIDENCE_WEBHOOK_SECRET?: string | undefined;
  readonly PORT?: string | undefined;
  /** The journal. */
  readonly OUT?: string | undefined;
}

export async function run(env: Env, warn: (...facts: unknown[]) => void = console.warn) {
  const journal = env.OUT ?? 'events.ndjson';
  const receive = createWebhookHandler({
    secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET,
    store: memoryStore(), // one process; sqliteStore and postgresStore are for several
    onEvent: async (event, { webhookId }) => {
      if (!isCdrCompleted(event)) return;
      const { cdrId, domainId, createdAt } = event; // not downloadUrl, which is soon dead
      await appendFile(journal, `${JSON.stringify({ webhookId, cdrId, domainId, createdAt })}\n`, {
        flush: true,
      });
    },
    onRejected: ({ reason, hint }) => warn('refused', reason, hint),
    onError: (error, { step, webhookId }) => warn('failed', step, webhookId, error),
  });
  const server = createServer(toNodeHandler(receive));
  server.listen(Number(env.PORT ?? 0), '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/webhooks/cdr`, journal, close: () => server.close() };
}
