import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ConsentEvidence } from '../../src/client/client.ts';
import { type UndiciDispatcher, undiciFetch } from '../../src/undici/index.ts';
import { clientOf } from '../client/support/client-of.ts';

/** The service's answer to `domains.list`. */
export const DOMAINS = JSON.stringify({
  ok: true,
  data: { domains: ['a.example'] },
  requestId: 'req_1',
});

export function answerDomains(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.end(DOMAINS);
}

/** Listens on a free port until the test has ended. */
export async function listen(server: Server | NetServer, scheme = 'http'): Promise<string> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
}

export const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener));

/**
 * Makes a client of the server at `url` that sends through `dispatcher`, destroyed after the test.
 */
export function over(
  dispatcher: UndiciDispatcher & { destroy(): Promise<void> },
  url: string,
): ConsentEvidence {
  onTestFinished(() => dispatcher.destroy());
  return clientOf(url, { fetch: undiciFetch({ dispatcher }), maxRetries: 0 });
}
