import { membersOf } from '../../../src/calibrate/answer.ts';
import type { FetchLike } from '../../../src/platform/platform.ts';

/** A request on its way to the service. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | null;
  /** The JSON body; `undefined` if there is none or it is not JSON. */
  body: Record<string, unknown> | undefined;
}

/** The answer of the service. */
export interface Answered {
  status: number;
  readonly headers: Headers;
  /** The JSON body; `undefined` if it is not JSON. */
  json: Record<string, unknown> | undefined;
  bytes: Uint8Array<ArrayBuffer>;
}

/** One difference in what the service does. */
export interface PlantedChange {
  readonly what: string;
  /** Changes a request in place, before the service reads it. */
  readonly sent?: (sent: Sent) => unknown;
  /** Changes an answer in place. */
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

/** Returns the service with one change. From outside it looks like any other service. */
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
