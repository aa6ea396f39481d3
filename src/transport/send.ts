import type { FetchLike, WebResponse } from '../platform.ts';
import { wireBody } from './wire-body.ts';

/** One HTTP request, ready to go. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** ky looks at `Request` as soon as it is loaded, and with it Node loads its whole HTTP client. */
const loadKy = () => import('ky');
let loaded: ReturnType<typeof loadKy> | undefined;

type Extra = { cache?: 'no-store'; credentials?: 'omit' };

function accepts(init: Extra): boolean {
  try {
    new Request('https://probe.invalid/', init);
    return true;
  } catch {
    return false; // Workers refuse members that they do not implement
  }
}

let extra: Extra | undefined;

/** No cache of a framework may keep a reply (spec §1), and no cookie goes anywhere. */
function supportedExtra(): Extra {
  extra ??= {
    ...(accepts({ cache: 'no-store' }) && { cache: 'no-store' }),
    ...(accepts({ credentials: 'omit' }) && { credentials: 'omit' }),
  };
  return extra;
}

/**
 * One attempt, and only one: redirects are not followed, no status throws, and no time is kept
 * here. `signal` stays the body's too.
 */
export async function send(
  { url, method, headers, body }: WireRequest,
  fetch: FetchLike | undefined,
  signal: AbortSignal,
): Promise<WebResponse> {
  const payload = method === 'POST' ? wireBody(body, url) : {};
  const init = {
    ...supportedExtra(),
    ...payload,
    method,
    headers: { ...headers, ...payload.headers },
    redirect: 'manual' as const,
    signal,
  };
  // Called unbound, as Workers demand, and with a URL instead of ky's `Request`: undici's and other
  // packages' `fetch` do not know the `Request` of the platform. So ky is told nothing of the
  // request either, which it would copy, headers, signal and all, into one that is never sent.
  const call = fetch ?? globalThis.fetch;
  loaded ??= loadKy();
  const { default: ky, isNetworkError } = await loaded;
  try {
    return await ky(url, {
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      fetch: () => call(url, init),
    });
  } catch (error) {
    // ky's own error holds the request, and with it the key.
    throw isNetworkError(error) ? error.cause : error;
  }
}
