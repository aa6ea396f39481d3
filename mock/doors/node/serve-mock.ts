import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { CoreOutcome, CoreRequest } from '../../api/core-message.ts';
import { dispatch } from '../../api/dispatch.ts';
import type { ControlDesk } from '../../control/control-desk.ts';
import { controlPathOf } from '../../control/control-path.ts';
import type { ControlReply } from '../../control/control-request.ts';
import type { Engine } from '../../engine/engine.ts';
import { engineOf, envOf, type MockEnv, type MockService } from '../../fake/mock-service.ts';
import { lastAnswer } from '../../ground/last-answer.ts';
import { hostOfAddress, isServedHost, isUnspecifiedHost } from '../../ground/served-hosts.ts';
import { locate, type ServiceUrls } from '../../ground/urls.ts';
import { pagePathOf } from '../../page/page-path.ts';
import type { PageRequest } from '../../page/serve-page.ts';
import type { OrganizationRef } from '../../world/entities.ts';
import { foreignHostReply } from './foreign-host.ts';
import { readTarget } from './request-target.ts';
import { checkServeOptions, type ServeOptions, servedUrls } from './serve-options.ts';
import { announceOrigin } from './served-origins.ts';
import { writeControl } from './write-control.ts';

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

async function readText(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  // Read to the end all the same: a client that is still sending would never see the answer.
  return bytes > maxBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}

/** The part of a request that every door reads. Its target is taken as it was sent. */
function requestOf(request: IncomingMessage) {
  const { authority, path, query } = readTarget(request.url ?? '/');
  return {
    method: request.method ?? 'GET',
    path,
    query,
    header: (name: string) => {
      const value = name === 'host' ? (authority ?? request.headers.host) : request.headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    text: (maxBytes: number) => readText(request, maxBytes),
  };
}

/** The request as the core knows it; what begins with `/v1/` is always the API's (spec §1). */
function coreRequestOf(plain: ReturnType<typeof requestOf>, urls: ServiceUrls): CoreRequest {
  if (plain.path.startsWith('/v1/')) return { ...plain, urls, door: 'api' };
  const place = locate(urls, urls.api + plain.path) ?? { door: 'api' as const, path: plain.path };
  return { ...plain, urls, ...place };
}

function write(outcome: CoreOutcome, request: IncomingMessage, response: ServerResponse): void {
  if (outcome === 'drop') {
    request.socket.destroy();
    return;
  }
  const { status, headers, body } = outcome;
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  // With its length the answer is one piece; without, Node would send it chunked.
  const bytes = Buffer.byteLength(body);
  const length = { 'content-length': String(bytes) };
  // Plain ASCII is the same in both, and copied faster in the narrower one.
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  response.writeHead(status, { ...headers, ...length }).end(body, encoding);
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

interface Doors {
  /** The addresses under which the caller reaches the service; `undefined` for a foreign name. */
  readonly urlsOf: (host: string | null) => ServiceUrls | undefined;
  /** Those under which it is announced. */
  readonly urls: ServiceUrls;
  /** Loaded with the first request for it: a fake that nobody controls starts sooner. */
  control(): Promise<ControlDesk>;
  /** Loaded when somebody opens it. */
  page(request: PageRequest): Promise<ControlReply>;
}

async function answer(
  engine: Engine,
  doors: Doors,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const plain = requestOf(request);
  const host = plain.header('host');
  const urls = doors.urlsOf(host);
  const path = controlPathOf(plain.path);
  if (path !== undefined) {
    const desk = await doors.control();
    const called = urls ?? doors.urls;
    await writeControl(await desk.answer({ ...plain, urls: called, path }), response);
    return;
  }
  const pagePath = pagePathOf(plain.path);
  if (pagePath !== undefined) {
    await writeControl(await doors.page({ method: plain.method, path: pagePath, host }), response);
    return;
  }
  // A name can be pointed at this machine by whoever owns it, and keys of a demo are well known.
  const outcome =
    urls === undefined
      ? foreignHostReply(engine.clock.now())
      : await dispatch(engine, coreRequestOf(plain, urls));
  write(outcome, request, response);
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
  const doors: Doors = {
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
    answer(engine, doors, request, response).catch(() => request.socket.destroy());
  });
  const withdraw = announceOrigin(engine, urls);
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
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
