import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyDecoder, type CoreOutcome, type CoreRequest } from '../../api/core-message.ts';
import { locate, type Origin, type Place, type ServiceUrls } from '../../ground/urls.ts';

/** What the first line of a request names. */
export interface RequestTarget {
  /** Host and port if the line names them; they override the `Host` header. */
  readonly authority: string | undefined;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Shared by all targets without a query, as most are; a request's query is never changed. */
const NO_QUERY = new URLSearchParams();

const ORIGIN = /^https?:\/\/([^/?#]*)/i;

/**
 * Reads a request's target without normalising it: a path, or a whole URL. Clients send a whole URL
 * to what they take for a proxy, and every server must accept it (RFC 9112 §3.2.2).
 */
export function readTarget(target: string): RequestTarget {
  const [origin = '', authority] = target.startsWith('/') ? [] : (ORIGIN.exec(target) ?? []);
  const rest = target.slice(origin.length);
  const queryAt = rest.indexOf('?');
  const path = queryAt < 0 ? rest : rest.slice(0, queryAt);
  return {
    authority,
    path: path === '' ? '/' : path,
    query: queryAt < 0 ? NO_QUERY : new URLSearchParams(rest.slice(queryAt + 1)),
  };
}

async function readText(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  // Always read to the end: a client that is still sending would never see the answer.
  return bytes > maxBytes ? undefined : bodyDecoder()(Buffer.concat(chunks));
}

/** Returns the host that the request names; its target overrides its header. */
export function hostOf({ authority }: RequestTarget, request: IncomingMessage): string | null {
  return authority ?? request.headers.host ?? null;
}

/** A request as the core and the control API see it. Rarely used parts are read on demand. */
export class HttpRequest implements CoreRequest {
  readonly origin: Origin;
  readonly path: string;
  readonly urls: ServiceUrls;
  readonly #target: RequestTarget;
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage, target: RequestTarget, urls: ServiceUrls, place: Place) {
    this.origin = place.origin;
    this.path = place.path;
    this.urls = urls;
    this.#target = target;
    this.#request = request;
  }

  get method(): string {
    return this.#request.method ?? 'GET';
  }

  get query(): URLSearchParams {
    return this.#target.query;
  }

  header(name: string): string | null {
    if (name === 'host') return hostOf(this.#target, this.#request);
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  headers(): Readonly<Record<string, string>> {
    const named = Object.entries(this.#request.headers);
    return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
  }

  text(maxBytes: number): Promise<string | undefined> {
    return readText(this.#request, maxBytes);
  }
}

/** Returns where the request goes: paths below `/v1/` always belong to the API (spec §1). */
export function placeOf(path: string, urls: ServiceUrls): Place {
  const place = path.startsWith('/v1/') ? undefined : locate(urls, urls.api + path);
  return place ?? { origin: 'api', path };
}

/** Writes the core's outcome as the response. */
export function write(
  outcome: CoreOutcome,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // The rest of the request was unreadable and has been refused.
  if (response.headersSent) return;
  if (outcome === 'drop') {
    request.socket.destroy();
    return;
  }
  const { status, headers, body, isAscii = false } = outcome;
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  // With its length the response is sent in one piece; without it, Node would use chunked encoding.
  // `Buffer.byteLength` joins the parts of a text, which the journal may keep apart because most
  // replies share one, so text known to be ASCII is not scanned.
  const bytes = isAscii ? body.length : Buffer.byteLength(body);
  // ASCII text has the same bytes in both encodings, and latin1 is copied faster.
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  response.writeHead(status, { ...headers, 'content-length': bytes }).end(body, encoding);
}
