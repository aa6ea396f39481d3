import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { ControlDesk } from '../../control/control-desk.ts';
import { engineOf, envOf, type MockEnv, type MockService } from '../../fake/mock-service.ts';
import { lastAnswer } from '../../ground/lru-cache.ts';
import { hostOfAddress, isServedHost, isUnspecifiedHost } from '../../ground/served-hosts.ts';
import type { OrganizationRef } from '../../world/entities.ts';
import { answer, type Desks } from './answer.ts';
import { checkServeOptions, type ServeOptions, servedUrls } from './serve-options.ts';
import { announceOrigin } from './served-origins.ts';

/** What a client needs to reach the served fake as one organization. */
export interface ServedClientOptions {
  /** The organization's newest live key. */
  readonly apiKey: string;
  /** `{base_url}`: the served origin. */
  readonly baseUrl: string;
  /** The world's clock, so that the client waits in the world's time. */
  readonly clock: MockService['clock'];
  /** A reply that breaks the contract is an error in a test. */
  readonly validateReplies: 'throw';
}

/** A fake that is reached over HTTP. */
export interface ServedMock {
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  /** The options for a client of this organization, with its newest live key. */
  clientOptions(organization: OrganizationRef): ServedClientOptions;
  /** The same as environment variables, for a process of its own. */
  env(organization: OrganizationRef): MockEnv;
  /** Stops listening and breaks off what is still open. */
  close(): Promise<void>;
}

async function listen(server: Server, { port = 0, host = '127.0.0.1' }: ServeOptions) {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw invalidInput('port', 'expected a whole number from 0 to 65535');
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  return { boundHost: hostOfAddress(address.address), boundPort: address.port };
}

/**
 * Serves the fake over HTTP, with share, download and dashboard addresses on the served origin. It
 * answers under loopback names, the address it listens on and those of `allowHosts`; any other is
 * refused with 403, since a page could have pointed its own name here.
 * Deliveries are stamped with real time unless `webhookTimestamps` says otherwise.
 *
 * @throws `InvalidInputError` for an impossible port; the platform's error when it is taken.
 *
 * @example
 * ```ts
 * const served = await serveMock(mock, { port: 0 });
 * const client = new ConsentEvidence(served.clientOptions(buyer));
 * await served.close();
 * ```
 */
export async function serveMock(
  mock: MockService,
  options: ServeOptions = {},
): Promise<ServedMock> {
  const engine = engineOf(mock);
  const { allowHosts, controlToken, dashboard } = checkServeOptions(options);
  // An import would load Node's HTTP client too, for which a server has no use.
  const server = process.getBuiltinModule('node:http').createServer();
  const { boundHost, boundPort } = await listen(server, options);
  const name = isUnspecifiedHost(boundHost) ? (allowHosts[0] ?? '127.0.0.1') : boundHost;
  const origin = `http://${name}:${boundPort}`;
  const urls = servedUrls(origin, dashboard);
  let desk: Promise<ControlDesk> | undefined;
  const guard = { boundHost, allowHosts, controlToken };
  const desks: Desks = {
    urlsOf: lastAnswer((host) =>
      host !== null && isServedHost(host, boundHost, allowHosts)
        ? servedUrls(`http://${host.toLowerCase()}`, dashboard)
        : undefined,
    ),
    urls,
    control: () => {
      const reset = options.reset ?? (() => mock.reset());
      desk ??= import('../../control/control-desk.ts').then(
        ({ ControlDesk: Desk }) => new Desk(mock, engine, { ...guard, reset }),
      );
      return desk;
    },
    page: async (request) => {
      const { servePage } = await import('../../page/serve-page.ts');
      return servePage(request, guard);
    },
  };
  server.on('request', (request, response) => {
    // Where the client is gone there is nobody to answer.
    answer(engine, desks, request, response).catch(() => request.socket.destroy());
  });
  const withdraw = announceOrigin(engine, urls);
  engine.traffic.keepBodies(options.keepBodies ?? 'byWorld');
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
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
