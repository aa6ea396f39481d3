import type { FetchLike } from '../platform/platform.ts';
import type { Ask } from './ask.ts';
import { type GuardFacts, permissionFor } from './guard.ts';

const READS: GuardFacts = {
  tier: 1,
  phrase: '',
  tokens: new Set(),
  openable: new Set(),
  shareable: new Set(),
  receives: { isProbed: false, isOver: true },
};

/**
 * Creates a `fetch` that sends nothing but reads: a calibration's guard stands before each request. A
 * client with it cannot collect, share or receive, so it cannot be charged.
 *
 * @param baseUrl the `baseUrl` of the client. A request to any other address is refused.
 * @param fetch sends what is permitted. Default: the platform's `fetch`.
 * @returns a function that rejects with an error that says what it permits, if a request is no read.
 * @example
 * ```ts
 * const baseUrl = 'https://api.example.com';
 * const client = new ConsentEvidence({ apiKey: 'key.secret', baseUrl, fetch: readsOnly(baseUrl) });
 * ```
 */
export function readsOnly(
  baseUrl: string,
  fetch: FetchLike = (request: Request) => globalThis.fetch(request),
): FetchLike {
  const base = new URL(baseUrl).href.replace(/\/+$/, '');
  return async (input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init);
    const isInside = request.url.startsWith(`${base}/`);
    const path = isInside ? (request.url.slice(base.length).split(/[?#]/)[0] ?? '') : request.url;
    const ask: Ask = {
      as: 'sender',
      method: request.method as Ask['method'],
      path,
      ...(request.body !== null && { body: '' }),
    };
    permissionFor(ask, READS);
    return fetch(request);
  };
}
