import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an authority answers. */
export interface AuthorityReply {
  readonly status?: number;
  readonly body: Uint8Array;
}

/** An authority over HTTP, as RFC 3161, 3.4 has it. */
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
