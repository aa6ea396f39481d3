import { invalidInput } from '../errors/invalid-input-error.ts';
import type { FetchLike } from '../platform.ts';
import { bytesOf, onceBytes } from './body.ts';
import type { UndiciDispatcher } from './dispatcher.ts';
import { Exchange } from './exchange.ts';

/** What sends the requests. */
export interface UndiciFetchOptions {
  /** Of your own undici, 7 or 8: `new Agent(…)`, `new Pool(…)`, `new ProxyAgent(…)`. Closing it is yours. */
  dispatcher: UndiciDispatcher;
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

function requestOf(input: string, { method = 'GET', headers }: Init) {
  const { origin, pathname, search } = new URL(input);
  return {
    origin,
    path: pathname + search,
    method,
    headers: { 'accept-encoding': 'gzip, br', ...headers },
    maxRedirections: 0, // also where an interceptor would follow them, with the key
  };
}

/**
 * Makes the `fetch` option of a client that sends over a dispatcher of your own undici: your pools,
 * proxies, time limits, certificates, HTTP/2, and about half the time of a call. No redirect is
 * followed and nothing is repeated. The answer is the part of a `Response` that a client reads, so
 * use it for clients alone.
 *
 * It goes past MSW and stubs of `globalThis.fetch`: leave it out where a test relies on them. The
 * guide "Your own undici" has a recipe for each.
 *
 * @throws InvalidInputError for what is no dispatcher.
 *
 * @example
 * ```ts
 * import { Agent } from 'undici';
 *
 * const dispatcher = new Agent({ connections: 64, connect: { timeout: 2_000 } });
 * const client = new ConsentEvidence({ fetch: undiciFetch({ dispatcher }) });
 * ```
 */
export function undiciFetch(options: UndiciFetchOptions): FetchLike {
  const { dispatcher } = options ?? {};
  if (typeof dispatcher?.dispatch !== 'function') {
    throw invalidInput('dispatcher', 'expected a dispatcher of undici, such as new Agent()');
  }
  return async (input: string, init: Init = {}) => {
    const request = requestOf(input, init);
    if (request.method === 'GET') return new Exchange(init.signal).run(dispatcher, request);
    const bytes = await bytesOf(init.body);
    const headers = { ...request.headers, 'content-length': `${bytes.byteLength}` };
    const sent = { ...request, headers, body: onceBytes(bytes) };
    return new Exchange(init.signal).run(dispatcher, sent);
  };
}
