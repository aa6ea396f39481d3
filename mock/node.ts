import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { invalidInput } from '../src/errors/invalid-input-error.ts';
import type { OrganizationRef } from './controls/organizations.ts';
import type { Engine } from './engine.ts';
import type { CoreOutcome, CoreRequest } from './http/core-message.ts';
import { dispatch } from './http/dispatch.ts';
import { engineOf, envOf, type MockEnv, type MockService } from './service.ts';
import { locate, type ServiceUrls, urlsOnOneOrigin } from './urls.ts';

/** Everything of our own on the served origin is below this path, out of the API's way. */
export const RESERVED_PREFIX = '/_mock';

/** Where the fake listens. */
export interface ServeOptions {
  /** 0 (unless said): a free one. */
  port?: number | undefined;
  /** The address to listen on; `127.0.0.1` unless said. */
  host?: string | undefined;
}

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

/** The request as the core knows it. Its target is taken as it was sent: nothing is normalised. */
function coreRequestOf(request: IncomingMessage, urls: ServiceUrls): CoreRequest {
  const target = request.url ?? '/';
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  const place = locate(urls, urls.api + path) ?? { door: 'api' as const, path };
  return {
    ...place,
    method: request.method ?? 'GET',
    query: new URLSearchParams(queryAt < 0 ? '' : target.slice(queryAt + 1)),
    urls,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    text: (maxBytes) => readText(request, maxBytes),
  };
}

function write(outcome: CoreOutcome, request: IncomingMessage, response: ServerResponse): void {
  if (outcome === 'drop') {
    request.socket.destroy();
    return;
  }
  const { status, headers, body } = outcome;
  response.writeHead(status, headers);
  response.end(body ?? undefined);
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
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}

function answerWith(engine: Engine, urls: () => ServiceUrls) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    dispatch(engine, coreRequestOf(request, urls())).then(
      (outcome) => write(outcome, request, response),
      () => request.socket.destroy(), // the client is gone: there is nobody to answer
    );
  };
}

/**
 * Serves the fake over HTTP, with share, download and dashboard addresses on the served origin.
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
  let urls = engine.urls;
  const server = createServer(answerWith(engine, () => urls));
  const origin = await listen(server, options);
  urls = urlsOnOneOrigin(origin, RESERVED_PREFIX);
  const before = { urls: engine.urls, timestamps: engine.courier.timestamps };
  engine.urls = urls;
  engine.courier.timestamps ??= 'wall';
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
      engine.urls = before.urls;
      engine.courier.timestamps = before.timestamps;
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
