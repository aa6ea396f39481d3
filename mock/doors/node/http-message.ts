import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CoreOutcome, CoreRequest } from '../../api/core-message.ts';
import { locate, type Origin, type Place, type ServiceUrls } from '../../ground/urls.ts';

/** What the first line of a request asks for. */
export interface RequestTarget {
  /** Host and port where the line names them; they count before the `Host` header. */
  readonly authority: string | undefined;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Of a target without one, as most are; no one changes a request's query. */
const NO_QUERY = new URLSearchParams();

const ORIGIN = /^https?:\/\/([^/?#]*)/i;

/**
 * Reads a request's target, nothing normalised: a path, or a whole URL, as a client sends it that
 * believes to speak to a proxy, and every server must understand (RFC 9112 §3.2.2).
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
  // Read to the end all the same: a client that is still sending would never see the answer.
  return bytes > maxBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}

/** The host that the request names; its target counts before its header. */
export function hostOf({ authority }: RequestTarget, request: IncomingMessage): string | null {
  return authority ?? request.headers.host ?? null;
}

/** A request as the core knows it, or the control API. What few ask for stays where it is. */
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

  text(maxBytes: number): Promise<string | undefined> {
    return readText(this.#request, maxBytes);
  }
}

/** Where the request goes; what begins with `/v1/` is always the API's (spec §1). */
export function placeOf(path: string, urls: ServiceUrls): Place {
  const place = path.startsWith('/v1/') ? undefined : locate(urls, urls.api + path);
  return place ?? { origin: 'api', path };
}

/** Writes what the core answers. */
export function write(
  outcome: CoreOutcome,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (outcome === 'drop') {
    request.socket.destroy();
    return;
  }
  const { status, headers, body, isAscii = false } = outcome;
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  // With its length the answer is one piece; without, Node would send it chunked. To look through a
  // text puts its parts together, which the journal may keep apart: most have one that many share.
  const bytes = isAscii ? body.length : Buffer.byteLength(body);
  // Plain ASCII is the same in both, and copied faster in the narrower one.
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  response.writeHead(status, { ...headers, 'content-length': bytes }).end(body, encoding);
}
