import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fake behind a proxy that leaves some requests waiting. */
export interface HoldingService extends AsyncDisposable {
  readonly url: string;
  /** Resolves once a request for a path that ends in `end` has arrived. */
  asked(end: string): Promise<void>;
}

/** Forwards requests to the service at `target`. Requests for which `isHeld` is true get no answer. */
export async function holdingService(
  target: string,
  isHeld: (pathname: string) => boolean,
): Promise<HoldingService> {
  const askedFor = new Set<string>();
  let wake = (): void => undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search } = new URL(request.url ?? '', target);
    askedFor.add(pathname);
    wake();
    if (isHeld(pathname)) return;
    const headers = { 'x-api-key': String(request.headers['x-api-key']) };
    const reply = await fetch(new URL(`${pathname}${search}`, target), { headers });
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(await reply.text());
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: async (end) => {
      while (![...askedFor].some((each) => each.endsWith(end))) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
