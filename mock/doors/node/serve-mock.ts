import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anotherWorld } from '../../fake/another-world.ts';
import { envOf, type MockEnv } from '../../fake/env-of.ts';
import { engineOf, type MockService } from '../../fake/mock-service.ts';
import { hostOfAddress, isUnspecifiedHost } from '../../ground/served-hosts.ts';
import type { OrganizationRef } from '../../world/entities.ts';
import { answer } from './answer.ts';
import { answerUnread, HEAD_MAX_BYTES } from './answer-unread.ts';
import { roomOf } from './room.ts';
import { checkServeOptions, type ServeOptions } from './serve-options.ts';
import { announceOrigin } from './served-origins.ts';
import { serverOf, type WorldsLike } from './server.ts';

/** Client options for one organization of the served fake. */
export interface ServedClientOptions {
  /** The organization's newest live key. */
  readonly apiKey: string;
  /** `{base_url}`: the served origin. */
  readonly baseUrl: string;
  /** The fake's clock. The client's waits run on it. */
  readonly clock: MockService['clock'];
  /** The client throws on a reply that breaks the contract. */
  readonly validateReplies: 'throw';
}

/** A fake that is served over HTTP. */
export interface ServedMock {
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  /** Client options for this organization, with its newest live key. */
  clientOptions(organization: OrganizationRef): ServedClientOptions;
  /** The same as environment variables, for another process. */
  env(organization: OrganizationRef): MockEnv;
  /** Stops listening and closes all open connections. */
  close(): Promise<void>;
}

async function listen(server: Server, { port = 0, host = '127.0.0.1' }: ServeOptions) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  return { boundHost: hostOfAddress(address.address), boundPort: address.port };
}

/**
 * Serves the fake over HTTP. Share, download and dashboard URLs are on the served origin. A request
 * is answered if its `Host` is a loopback name, the address the server listens on, or one of
 * `allowHosts`. Any other request gets 403, as protection from DNS rebinding. Webhook deliveries
 * carry real time, unless `createMockService` was given `webhookTimestamps`.
 *
 * @throws `InvalidInputError` for an invalid option, or the platform's error if the port is in use.
 *
 * @example
 * ```ts
 * const served = await serveMock(mock, { port: 0 });
 * const client = new ConsentEvidence(served.clientOptions(buyer));
 * await served.close();
 * ```
 */
export function serveMock(mock: MockService, options: ServeOptions = {}): Promise<ServedMock> {
  return serveWorlds(mock, options);
}

/** Like `serveMock`, and says what the worlds beside this one are like. */
export async function serveWorlds(
  mock: MockService,
  options: ServeOptions,
  { as, another }: Partial<WorldsLike> = {},
): Promise<ServedMock> {
  const engine = engineOf(mock);
  const given = checkServeOptions(options);
  const { allowHosts, controlToken, dashboard } = given;
  // An `import` would also load Node's HTTP client, which a server does not need.
  const http = process.getBuiltinModule('node:http').createServer({
    maxHeaderSize: HEAD_MAX_BYTES,
    // Node's own answer to a request without a host would have no envelope.
    requireHostHeader: false,
  });
  const { boundHost, boundPort } = await listen(http, given);
  const name = isUnspecifiedHost(boundHost) ? (allowHosts[0] ?? '127.0.0.1') : boundHost;
  const origin = `http://${name}:${boundPort}`;
  const keepBodies = given.keepBodies ?? 'byWorld';
  const server = serverOf(
    { origin, dashboard, keepBodies, guard: { boundHost, allowHosts, controlToken } },
    { as, another: another ?? ((changes) => anotherWorld(mock, changes)) },
  );
  const room = roomOf(server, { mock, reset: given.reset ?? (() => mock.reset()) }, '');
  const answerOrHangUp = (request: IncomingMessage, response: ServerResponse): void => {
    // If the client has disconnected, there is no one to answer.
    const hangUp = (): void => void request.socket.destroy();
    try {
      answer(room, request, response)?.catch(hangUp);
    } catch {
      hangUp();
    }
  };
  http.on('request', answerOrHangUp);
  const closeParting = answerUnread(http, answerOrHangUp, () => engine.clock.now());
  const withdraw = announceOrigin(engine, room.urls);
  engine.traffic.keepBodies(keepBodies);
  const env = (ref: OrganizationRef): MockEnv => envOf(engine, ref, origin);
  return {
    url: origin,
    env,
    clientOptions: (ref) => ({
      apiKey: env(ref).CONSENT_EVIDENCE_API_KEY,
      baseUrl: origin,
      clock: engine.clock,
      validateReplies: 'throw',
    }),
    close: async () => {
      withdraw();
      engine.traffic.keepBodies(false);
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
        closeParting();
      });
    },
  };
}
