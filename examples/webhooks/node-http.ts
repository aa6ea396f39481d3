// node:http, without a framework.
import { createServer, type Server } from 'node:http';
import { toNodeHandler } from 'consent-evidence/webhooks';
import { createReceiver, type Env } from './receiver.ts';

export function run(env: Env, port = 3000): Server {
  const receive = toNodeHandler(createReceiver(env));
  const server = createServer((request, response) => {
    if (request.url === '/webhooks/cdr') void receive(request, response);
    else response.writeHead(404).end();
  });
  return server.listen(port, '127.0.0.1');
}
