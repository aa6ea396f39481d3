import { checkedOptions } from '../errors/checked-options.ts';
import { hasMethods, kindOf, required } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { FetchLike } from '../platform/platform.ts';
import { bytesOf, isMock, onceBytes } from './body.ts';
import type { UndiciDispatcher } from './dispatcher.ts';
import { Exchange } from './exchange.ts';

/** The options of {@link undiciFetch}. */
export interface UndiciFetchOptions {
  /**
   * A dispatcher from your own undici, 7 or 8: `new Agent(…)` or `new ProxyAgent(…)`. A `Pool` or a
   * `Client` sends everything to its own origin, the key and requests for images too. You close it.
   */
  dispatcher: UndiciDispatcher;
}

const OPTIONS = (): OptionTable<UndiciFetchOptions> => ({
  dispatcher: required(
    kindOf('an undici dispatcher, such as new Agent()', (value) => hasMethods(value, ['dispatch'])),
  ),
});

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
    maxRedirections: 0, // so that an interceptor does not follow them with the key
  };
}

/**
 * Creates a client's `fetch` option that sends through a dispatcher of your own undici, with your
 * pools, proxies, timeouts, certificates and HTTP/2. A call to a nearby service takes about half as
 * long as with the platform's `fetch`. Redirects are not followed, and undici never sends a `POST`
 * twice. The result is only the part of a `Response` that the client reads, so use this function
 * only for clients.
 *
 * MSW and stubs of `globalThis.fetch` are bypassed, so omit the option in tests that rely on them. A
 * `MockAgent` of undici works: its `body` matcher gets the JSON text.
 * Recipes are in the guide "Your own undici".
 *
 * @throws InvalidInputError if `dispatcher` is not a dispatcher.
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
  const { dispatcher } = checkedOptions(OPTIONS, options);
  return async (input: string, init: Init = {}) => {
    const request = requestOf(input, init);
    if (request.method === 'GET') return new Exchange(init.signal).run(dispatcher, request);
    const bytes = await bytesOf(init.body);
    const headers = { ...request.headers, 'content-length': `${bytes.byteLength}` };
    const body = isMock(dispatcher) ? new TextDecoder().decode(bytes) : onceBytes(bytes);
    const sent = { ...request, headers, body };
    return new Exchange(init.signal).run(dispatcher, sent);
  };
}
