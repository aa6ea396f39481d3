import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer of an authority. */
export interface AuthorityReply {
  readonly status?: number;
  readonly body: Uint8Array;
}

/** Starts an authority over HTTP, as in RFC 3161, 3.4. */
export async function authorityServer(reply: (query: Uint8Array) => AuthorityReply) {
  const types: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    types.push(`${request.method} ${request.headers['content-type']}`);
    const { status = 200, body } = reply(Buffer.concat(await request.toArray()));
    response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    /** Method and content type of each query. */
    types,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
