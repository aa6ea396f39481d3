// What every receiver needs besides its queue: HTTP in front of the handler, and a timer that looks for
// records that no webhook delivered. One search runs at a time: the timer's, or one on demand.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler, type WebhookHandler } from 'consent-evidence/webhooks';

export interface ReceiverOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Queues the missing records and resolves to how many there were. */
  readonly catchUp: (signal: AbortSignal) => Promise<number>;
  /** Default: every ten minutes. */
  readonly catchUpEveryMs?: number;
}

export async function serveReceiver(handler: WebhookHandler, options: ReceiverOptions) {
  const { port, catchUp: find, catchUpEveryMs = 600_000 } = options;
  const closing = new AbortController();
  let search: Promise<number> | undefined;
  const catchUp = (): Promise<number> => {
    search ??= find(closing.signal).finally(() => {
      search = undefined;
    });
    return search;
  };
  const server = createServer(toNodeHandler(handler));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => void catchUp().catch(console.error), catchUpEveryMs);

  async function close(): Promise<void> {
    clearInterval(timer);
    closing.abort();
    await new Promise((resolve) => server.close(resolve));
    await search?.catch(() => undefined);
  }
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}/webhooks/cdr`, catchUp, close };
}
