import { headerOf } from './header-of.ts';
import { hideInUrl, MASK } from './hide-in-url.ts';

/** The URL attributes of a span, without secrets. */
export type HiddenAttributes = {
  /** The whole URL. */
  'url.full'?: string;
  /** The path. */
  'url.path'?: string;
  /** The query, with its question mark. */
  'url.query'?: string;
  /** The whole URL, in older versions. */
  'http.url'?: string;
  /** Path and query, in older versions. */
  'http.target'?: string;
};

/** The part of what instrumentation hooks receive that contains the URL. */
interface Told {
  /** From undici. */
  readonly origin?: unknown;
  /** From undici, and from `node:http` for outgoing requests. */
  readonly path?: unknown;
  readonly protocol?: unknown;
  readonly hostname?: unknown;
  readonly host?: unknown;
  readonly port?: unknown;
  /** From `node:http` for incoming requests. */
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

/** Picks the attribute names of the instrumentation. undici's sets all of the first three. */
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
 * A hook that keeps share tokens, signed URLs and list filters out of the spans of other
 * instrumentations, which put the whole URL of a request into `url.full`. Use it as `startSpanHook` of
 * `@opentelemetry/instrumentation-undici`, which also covers `fetch`, and as `startOutgoingSpanHook` and
 * `startIncomingSpanHook` of `@opentelemetry/instrumentation-http`. Never throws.
 *
 * @returns the attributes that replace theirs; empty if there is nothing to hide.
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
    // If the address cannot be read, show no part of it.
    return {
      'url.full': MASK,
      'url.path': MASK,
      'url.query': MASK,
      'http.url': MASK,
      'http.target': MASK,
    };
  }
}
