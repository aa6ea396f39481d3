import type { FetchLike } from '../../src/platform.ts';
import type { CoreOutcome, CoreRequest } from '../api/core-message.ts';
import { dispatch } from '../api/dispatch.ts';
import type { Engine } from '../engine/engine.ts';
import { locate, type ServiceUrls } from '../ground/urls.ts';

/** Reads a body up to `maxBytes`; a longer one is given up early. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  const body = request.body as ReadableStream<Uint8Array> | null | undefined;
  if (body === null) return '';
  // A byte order mark is no JSON behind any door, and a decoder would drop it unseen.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Firefox's requests do not show their body.
  if (body === undefined) {
    const whole = await request.arrayBuffer();
    return whole.byteLength > maxBytes ? undefined : decoder.decode(whole);
  }
  // Not every browser can walk through a stream with `for await`.
  const reader = body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The request as the core knows it; `undefined` when none of the service's addresses is meant. */
export function coreRequestOf(request: Request, urls: ServiceUrls): CoreRequest | undefined {
  const { origin, pathname, searchParams } = new URL(request.url);
  const place = locate(urls, origin + pathname);
  if (place === undefined) return undefined;
  return {
    ...place,
    method: request.method,
    query: searchParams,
    urls,
    header: (name) => request.headers.get(name),
    text: (maxBytes) => readText(request, maxBytes),
  };
}

/** What `fetch` rejects with when a connection breaks off, as Node's own does. */
function connectionBroken(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('fetch failed', { cause });
}

/** The outcome as a `Response`; `undefined` where the connection was dropped. */
export function responseOf(outcome: CoreOutcome, method: string): Response | undefined {
  if (outcome === 'drop') return undefined;
  const { status, headers, body } = outcome;
  return new Response(
    method === 'HEAD' ? null : (body as ConstructorParameters<typeof Response>[0]),
    { status, headers },
  );
}

/** `work`, or a rejection as soon as the signal is aborted, whatever the service is still doing. */
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

/** A `fetch` that reaches the fake and nothing else. */
export function createFetch(engine: Engine, urls: ServiceUrls): FetchLike {
  return async (input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init);
    const coreRequest = coreRequestOf(request, urls);
    if (coreRequest === undefined) {
      const served = Object.values(urls).join(', ');
      throw new TypeError(`${new URL(request.url).origin} is not an origin of the fake: ${served}`);
    }
    const work = dispatch(engine, coreRequest);
    // A `Request` always has a signal; one that nobody handed in is never aborted.
    const canAbort = init?.signal != null || !(typeof input === 'string' || input instanceof URL);
    const outcome = await (canAbort ? untilAborted(work, request.signal) : work);
    const response = responseOf(outcome, request.method);
    if (response === undefined) throw connectionBroken();
    return response;
  };
}
