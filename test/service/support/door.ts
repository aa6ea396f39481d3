import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { MockService } from '../../../mock/fake/mock-service.ts';
import { setupMockServer } from '../../../mock/msw.ts';
import { serveMock } from '../../../mock/node.ts';

/** A request as it is sent on the wire, with the target unchanged. */
export interface WireRequest {
  readonly method: string;
  /** The origin of the service, without a trailing slash. */
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** The raw reply. */
export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** An open door to a fake. */
export interface OpenDoor {
  /** `{base_url}` of the API behind this door. */
  readonly baseUrl: string;
  send(request: WireRequest): Promise<WireReply>;
  close(): void | Promise<void>;
}

/** One of the doors to a fake. */
export interface DoorKind {
  readonly name: string;
  /** Whether the client resolves dot segments and backslashes itself, so that no server sees them. */
  readonly resolvesDots: boolean;
  open(mock: MockService): Promise<OpenDoor>;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

function sendWith(fetch: Fetch): OpenDoor['send'] {
  return async ({ method, origin, target, headers, body }) => {
    const init = { method, headers: { ...headers }, redirect: 'manual' } as const;
    const response = await fetch(origin + target, { ...init, ...(body != null && { body }) });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  };
}

function headersOf(incoming: IncomingHttpHeaders): Headers {
  const pairs = Object.entries(incoming).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new Headers(pairs);
}

function sendOverHttp({ method, origin, target, headers, body }: WireRequest): Promise<WireReply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { method, hostname, port, path: target, headers, agent: false },
      (response) => {
        const chunks: Uint8Array[] = [];
        response.on('data', (chunk: Uint8Array) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0 } = response;
          const bytes = new Uint8Array(Buffer.concat(chunks));
          resolve({ status: statusCode, headers: headersOf(response.headers), bytes });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** All doors to a fake; the conformance suite goes through each. */
export const DOORS: readonly DoorKind[] = [
  {
    name: 'mock.fetch',
    resolvesDots: true,
    open: async (mock) => ({
      baseUrl: mock.baseUrl,
      send: sendWith(mock.fetch as Fetch),
      close: () => undefined,
    }),
  },
  {
    name: 'MSW',
    resolvesDots: true,
    async open(mock) {
      const server = setupMockServer(mock);
      await server.listen();
      // Looked up on the global each time, because MSW replaces it.
      const send = sendWith((url, init) => globalThis.fetch(url, init));
      return { baseUrl: mock.baseUrl, send, close: () => server.close() };
    },
  },
  {
    name: 'node:http',
    resolvesDots: false,
    async open(mock) {
      const served = await serveMock(mock, { port: 0 });
      return { baseUrl: served.url, send: sendOverHttp, close: () => served.close() };
    },
  },
];
