import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Which receive is the last one of the process that asks. */
interface NextKill {
  receives: number;
  isAfter: boolean;
  kill: () => boolean;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/**
 * Serves a fake, and kills whoever asks at the receive that it is told to: before the fake gets it, or
 * after it has answered and nobody will hear.
 */
export async function killingService(fetch: Fetch, origin: string) {
  const next: NextKill = { receives: Number.POSITIVE_INFINITY, isAfter: false, kill: () => false };
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = request;
      const isReceive = method === 'POST' && url.includes('/shares/');
      if (isReceive) next.receives -= 1;
      const isHit = isReceive && next.receives === 0;
      const body = await bodyOf(request);
      if (isHit && !next.isAfter) {
        next.kill();
        return;
      }
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && name !== 'host' ? [[name, value] as [string, string]] : [],
      );
      const init = { method, headers, ...(body !== '' && { body }) };
      const answer = await fetch(new URL(url, origin).href, init);
      if (isHit) {
        next.kill();
        return;
      }
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { baseUrl, next };
}
