// A webhook receiver that appends each event to a journal and answers. A program that reads the journal
// does the work later. It must de-duplicate by `cdrId`: if the receiver dies between the line and the
// answer, the event is sent again and is in the journal twice. It must skip lines that are empty, and
// those that are cut off, whose events were not acknowledged. Recipes for frameworks: examples/webhooks.
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createWebhookHandler,
  isCdrCompleted,
  memoryStore,
  toNodeHandler,
  type WebhookHandler,
} from 'consent-evidence/webhooks';

export interface Env {
  readonly CONSENT_EVIDENCE_WEBHOOK_SECRET?: string | undefined;
  readonly PORT?: string | undefined;
  /** The journal file. */
  readonly OUT?: string | undefined;
}

type Warn = (...facts: unknown[]) => void;

export interface ReceiverParts {
  readonly secret: string | undefined;
  /** Appends a line to the journal; it is on disk once this resolves. */
  readonly append: (line: string) => Promise<void>;
  readonly warn: Warn;
  /** The current time, for tests. Default: the system clock. */
  readonly now?: () => number;
}

/** Creates the receiver without its server and its file. */
export function createReceiver({ secret, append, warn, now }: ReceiverParts): WebhookHandler {
  return createWebhookHandler({
    secret,
    now,
    store: memoryStore({ now }), // one process; for several see sqliteStore and postgresStore
    onEvent: async (event, { webhookId }) => {
      if (!isCdrCompleted(event)) return;
      const { cdrId, domainId, createdAt } = event; // not downloadUrl, which expires soon
      await append(`${JSON.stringify({ webhookId, cdrId, domainId, createdAt })}\n`);
    },
    onRejected: ({ reason, hint }) => warn('refused', reason, hint),
    onError: (error, { step, webhookId }) => warn('failed', step, webhookId, error),
  });
}

export async function run(env: Env, warn: Warn = console.warn) {
  const journal = env.OUT ?? 'events.ndjson';
  const receive = createReceiver({
    secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET,
    // Begins with a line feed: what a full disk or a crash left of a line must not join the next one.
    append: (line) => appendFile(journal, `\n${line}`, { flush: true }),
    warn,
  });
  const server = createServer(toNodeHandler(receive));
  server.listen(Number(env.PORT ?? 0), '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/webhooks/cdr`, journal, close: () => server.close() };
}
