import { once } from 'node:events';
import { createServer } from 'node:http';
import { createMockService } from 'consent-evidence/mock';
import { serveMock } from 'consent-evidence/mock/node';
import { bill, fill, loseNext } from '../suite/world.mjs';
import { hostileServer } from './hostile-server.mjs';
import { proxyServer } from './proxy-server.mjs';

async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

async function stop(server) {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** Makes the server through which the suite controls a fake in this process. */
function controlServer(mock) {
  return createServer((request, response) => {
    const [, verb, argument] = request.url.split('/');
    const answer = verb === 'lose' ? loseNext(mock, argument) : bill(mock, argument);
    response.end(JSON.stringify(answer ?? null));
  });
}

async function closedUrl() {
  const server = createServer();
  const url = await listen(server);
  await stop(server);
  return url;
}

/** Starts the servers that a run of the suite talks to, each on its own port. */
export async function openStage() {
  const mock = createMockService();
  const world = fill(mock);
  const service = await serveMock(mock);
  const servers = [controlServer(mock), hostileServer(), proxyServer()];
  const [control, hostileUrl, proxyUrl] = await Promise.all(servers.map(listen));
  return {
    offers: {
      served: { url: service.url, control, world },
      hostileUrl,
      proxyUrl,
      closedUrl: await closedUrl(),
    },
    env: {
      CONSENT_EVIDENCE_API_KEY: world.keys.producer,
      CONSENT_EVIDENCE_BASE_URL: service.url,
    },
    close: () => Promise.all([service.close(), ...servers.map(stop)]),
  };
}
