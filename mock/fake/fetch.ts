import type { FetchLike } from '../../src/platform/platform.ts';
import {
  bodyDecoder,
  bodyWasRead,
  type CoreOutcome,
  type CoreRequest,
} from '../api/core-message.ts';
import { dispatch } from '../api/dispatch.ts';
import type { Engine } from '../engine/engine.ts';
import { locate, type ServiceUrls } from '../ground/urls.ts';

/** Reads a body; `undefined`, as early as possible, if it is longer than `maxBytes`. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  // Only behind MSW: a handler of the test's own can read a body and leave the request to the fake.
  if (request.bodyUsed) throw bodyWasRead();
  const body = request.body as ReadableStream<Uint8Array> | null | undefined;
  if (body === null) return '';
  const decode = bodyDecoder();
  // In Firefox, requests have no `body`.
  if (body === undefined) {
    const whole = await request.arrayBuffer();
    return whole.byteLength > maxBytes ? undefined : decode(new Uint8Array(whole));
  }
  // Not every browser supports `for await` over a stream.
  const reader = body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decode(value, { stream: true });
  }
}

/** What has other bytes in UTF-8 than its own: half a pair. */
const HALF_PAIR = /[\ud800-\udfff]/u;
const BYTES_PER_CHAR_MAX = 3;

/** Returns a body that is a text already, if it is short enough; `undefined` for any other. */
function shortText(body: unknown, maxBytes: number): string | undefined {
  if (typeof body !== 'string' || body.length * BYTES_PER_CHAR_MAX > maxBytes) return undefined;
  return HALF_PAIR.test(body) ? undefined : body;
}

/**
 * Converts a request for the core; `undefined` if its URL is not one of the service. `body`: what the
 * request was made with, to be used without reading a stream.
 */
export function coreRequestOf(
  request: Request,
  urls: ServiceUrls,
  body?: unknown,
): CoreRequest | undefined {
  const { origin, pathname, searchParams } = new URL(request.url);
  const place = locate(urls, origin + pathname);
  if (place === undefined) return undefined;
  return {
    ...place,
    method: request.method,
    query: searchParams,
    urls,
    header: (name) => request.headers.get(name),
    headers: () => Object.fromEntries(request.headers),
    text: async (maxBytes) => shortText(body, maxBytes) ?? readText(request, maxBytes),
  };
}

/** The error of Node's `fetch` when the connection is closed. */
function connectionBroken(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('fetch failed', { cause });
}

/** Converts an outcome to a `Response`; `undefined` if the connection was dropped. */
export function responseOf(outcome: CoreOutcome, method: string): Response | undefined {
  if (outcome === 'drop') return undefined;
  const { status, headers, body } = outcome;
  return new Response(
    method === 'HEAD' ? null : (body as ConstructorParameters<typeof Response>[0]),
    { status, headers },
  );
}

/** Waits for `work`, but rejects as soon as the signal is aborted. The work is not stopped. */
async function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    stop = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}

/** Creates a `fetch` that reaches only the fake. */
export function createFetch(engine: Engine, urls: ServiceUrls): FetchLike {
  return async (input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init);
    const coreRequest = coreRequestOf(request, urls, init?.body);
    if (coreRequest === undefined) {
      const served = Object.values(urls).join(', ');
      throw new TypeError(`${new URL(request.url).origin} is not an origin of the fake: ${served}`);
    }
    const work = dispatch(engine, coreRequest);
    // A `Request` always has a signal. If the caller passed none, it is never aborted.
    const canAbort = init?.signal != null || !(typeof input === 'string' || input instanceof URL);
    const outcome = await (canAbort ? untilAborted(work, request.signal) : work);
    const response = responseOf(outcome, request.method);
    if (response === undefined) throw connectionBroken();
    return response;
  };
}
