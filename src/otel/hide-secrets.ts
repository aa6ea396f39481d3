import { headerOf } from './header-of.ts';
import { hideInUrl, MASK } from './hide-in-url.ts';

/** The attributes of a span that hold the address of a request, without its secrets. */
export type HiddenAttributes = {
  /** The whole address. */
  'url.full'?: string;
  /** The path alone. */
  'url.path'?: string;
  /** The query alone, with its question mark. */
  'url.query'?: string;
  /** What older versions call the whole address. */
  'http.url'?: string;
  /** What older versions call path and query. */
  'http.target'?: string;
};

/** What the hooks of the instrumentations hand over, as far as it tells the address. */
interface Told {
  /** Of undici. */
  readonly origin?: unknown;
  /** Of undici, and of `node:http` for a request that goes out. */
  readonly path?: unknown;
  readonly protocol?: unknown;
  readonly hostname?: unknown;
  readonly host?: unknown;
  readonly port?: unknown;
  /** Of `node:http` for a request that comes in. */
  readonly url?: unknown;
  readonly headers?: unknown;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function addressOf(told: Told): URL {
  const { origin } = told;
  if (typeof origin === 'string' || origin instanceof URL)
    return new URL(told.path as string, origin);
  const incoming = textOf(told.url);
  if (incoming !== undefined) {
    return new URL(incoming, `http://${headerOf(told.headers, 'host') ?? 'localhost'}`);
  }
  const { protocol, port } = told;
  const host = textOf(told.hostname) ?? textOf(told.host) ?? 'localhost';
  const named = host.includes(':') && !/[\].]/.test(host) ? `[${host}]` : host;
  const url = new URL(textOf(told.path) ?? '/', `${textOf(protocol) ?? 'http:'}//${named}`);
  if (typeof port === 'string' || typeof port === 'number') url.port = `${port}`;
  return url;
}

/** What each instrumentation calls the address: undici's has all of the first three. */
function attributesOf(told: Told, full: string): HiddenAttributes {
  const [, origin = '', path = '', query = ''] =
    /^([^/]*\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/.exec(full) ?? [];
  const target = { 'url.path': path, 'url.query': query };
  if (told.origin !== undefined) return { 'url.full': full, ...target };
  const old = { 'http.url': full, 'http.target': path + query };
  if (textOf(told.url) === undefined) return { 'url.full': full, ...old };
  return { ...target, 'http.url': `${origin}${path}${query}`, 'http.target': path + query };
}

/**
 * The hook that keeps share tokens, signed addresses and what lists are filtered by out of the spans
 * of other instrumentations, which put the whole address of a request into `url.full`. For
 * `startSpanHook` of `@opentelemetry/instrumentation-undici`, which is that of `fetch`, and for
 * `startOutgoingSpanHook` and `startIncomingSpanHook` of `@opentelemetry/instrumentation-http`. Gives
 * the attributes that stand in place of theirs; none where there is nothing to hide. Never throws.
 *
 * @example
 * ```ts
 * import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
 * import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
 *
 * const instrumentations = [
 *   new UndiciInstrumentation({ startSpanHook: hideSecrets }),
 *   new HttpInstrumentation({
 *     startOutgoingSpanHook: hideSecrets,
 *     startIncomingSpanHook: hideSecrets,
 *   }),
 * ];
 * ```
 */
export function hideSecrets(request: object): HiddenAttributes {
  try {
    const { href } = addressOf(request);
    const headers = (request as Told).headers;
    const shown = hideInUrl(href, {
      ours: headerOf(headers, 'user-agent')?.startsWith('consent-evidence/') === true,
      isImage: headerOf(headers, 'accept') === '*/*',
    });
    return shown === href ? {} : attributesOf(request, shown);
  } catch {
    // Where the address cannot be read, no part of it is shown.
    return {
      ...{ 'url.full': MASK, 'url.path': MASK, 'url.query': MASK },
      ...{ 'http.url': MASK, 'http.target': MASK },
    };
  }
}
