import { membersOf } from '../../../src/calibrate/answer.ts';
import type { FetchLike } from '../../../src/platform.ts';

/** A request on its way to the service. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | null;
  /** The JSON body; `undefined` for none, and for what is no JSON. */
  body: Record<string, unknown> | undefined;
}

/** What the service answers. */
export interface Answered {
  status: number;
  readonly headers: Headers;
  /** The JSON body; `undefined` for what is none. */
  json: Record<string, unknown> | undefined;
  bytes: Uint8Array<ArrayBuffer>;
}

/** One thing that the service does otherwise from now on. */
export interface PlantedChange {
  readonly what: string;
  /** What becomes of a request before the service reads it. */
  readonly sent?: (sent: Sent) => unknown;
  /** What becomes of an answer; `undefined` leaves it as it is. */
  readonly answered?: (answered: Answered, sent: Sent) => unknown;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return membersOf(JSON.parse(text)) as Record<string, unknown> | undefined;
  } catch {
    return undefined;
  }
}

async function bodyTextOf(body: unknown): Promise<string> {
  return body === undefined || body === null
    ? ''
    : new Response(body as ConstructorParameters<typeof Response>[0]).text();
}

/** The service with one change, seen from outside as any other service. */
export function plant(fetch: FetchLike, change: PlantedChange): FetchLike {
  return async (address: string, init: RequestInit = {}) => {
    const url = new URL(address);
    const text = await bodyTextOf(init.body);
    const sent: Sent = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      key: new Headers(init.headers).get('x-api-key'),
      body: parse(text),
    };
    change.sent?.(sent);
    const body = sent.body === undefined ? text : JSON.stringify(sent.body);
    const plain = { ...init, ...(body === '' ? { body: undefined } : { body }) };
    const headers = new Headers(init.headers);
    headers.delete('content-length');
    const response = (await fetch(url.href, { ...plain, headers })) as Response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const answered: Answered = {
      status: response.status,
      headers: new Headers(response.headers),
      json: isJson ? parse(new TextDecoder().decode(bytes)) : undefined,
      bytes,
    };
    change.answered?.(answered, sent);
    const { status, json } = answered;
    const isEmpty = status === 304 || sent.method === 'HEAD';
    const content = json === undefined ? answered.bytes : JSON.stringify(json);
    return new Response(isEmpty ? null : content, { status, headers: answered.headers });
  };
}
