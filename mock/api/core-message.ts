import type { Operation } from '../../src/contract/endpoints.ts';
import type { FailureEnvelope } from '../../src/contract/envelope.ts';
import type { Engine } from '../engine/engine.ts';
import type { Origin, ServiceUrls } from '../ground/urls.ts';
import { JsonText } from '../service/operations/call.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import type { Decision } from '../world/entities.ts';

/** A request as the fake's core knows it, whichever skin it came through. */
export interface CoreRequest {
  readonly origin: Origin;
  readonly method: string;
  /** Behind the origin's base, as it was sent: not decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The addresses under which the caller reaches the service: what links in the reply begin with. */
  readonly urls: ServiceUrls;
  header(name: string): string | null;
  /** The body, or `undefined` when it is longer than `maxBytes`. */
  text(maxBytes: number): Promise<string | undefined>;
}

/** What the core answers. */
export interface CoreReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** Whether a text is known to be ASCII throughout. */
  readonly isAscii?: boolean;
}

/** `drop`: the connection breaks off without an answer. */
export type CoreOutcome = CoreReply | 'drop';

/** What is found out about a request on its way, for the journal. */
export interface Trail {
  readonly requestId: string;
  /** The request's number in the journal. */
  readonly place: number;
  /** Which world the request was sent to. */
  readonly epoch: number;
  at: number;
  operation: Operation | null;
  organizationId: string | null;
  code: string | null;
  message: string | null;
  decision: Decision | null;
  /** The body as it was sent; `null` until something has read it. */
  text: string | null;
  /** The JSON body, once it was read. */
  body?: unknown;
}

/**
 * Refuses what began in a world that was restored over: it must not write into this one. No client
 * repeats a `412`, so that a call left over from one test ends here.
 */
export function refuseLeftOver({ epoch }: Engine, trail: Trail): void {
  if (trail.epoch === epoch) return;
  const message =
    'the fake was restored or reset during this request; await every call before that';
  const check = 'the fake was not reset or restored meanwhile';
  throw new ServiceFailure('FAILED_PRECONDITION', message, { check, section: 'fault' });
}

function invalidBody(check: string, message: string): ServiceFailure {
  return new ServiceFailure('INVALID_ARGUMENT', message, { check, section: '1' });
}

/**
 * The JSON body; `undefined` for none, which is legal everywhere (spec §1). `null` is as good as
 * none; anything else that is no object is refused.
 */
export async function readBody(
  request: CoreRequest,
  maxBytes: number,
  trail: Trail,
): Promise<unknown> {
  const text = await request.text(maxBytes);
  trail.text = text ?? '(longer than the fake reads)';
  if (text === undefined) {
    throw invalidBody('the body is not too long', `the body is longer than ${maxBytes} bytes`);
  }
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidBody('the body is JSON', 'the body is not JSON; send an object, or nothing');
  }
  if (body === null) return undefined;
  if (typeof body === 'object' && !Array.isArray(body)) return body;
  throw invalidBody('the body is an object', 'the body must be a JSON object, or empty');
}

const SECOND_MS = 1000;

let lastDate = { second: Number.NaN, text: '' };

/** As a `Date` header has it. It knows no parts of a second, and many requests come in one. */
function dateOf(now: number): string {
  const second = Math.floor(now / SECOND_MS);
  if (lastDate.second !== second) {
    lastDate = { second, text: new Date(now).toUTCString() };
  }
  return lastDate.text;
}

/** What every response of the service carries (spec §1). `date` is the world's, not the wall's. */
export function baseHeaders(now: number): Record<string, string> {
  return { 'cache-control': 'no-store', date: dateOf(now) };
}

function jsonReply(
  status: number,
  body: string,
  now: number,
  headers: Readonly<Record<string, string>> = {},
): CoreReply {
  return {
    status,
    headers: {
      ...baseHeaders(now),
      'content-type': 'application/json; charset=utf-8',
      ...headers,
    },
    body,
  };
}

/** A success: the `requestId` stands at the top (spec §2.1). */
export function successReply(data: object, requestId: string, now: number): CoreReply {
  const { json, isAscii } = JsonText.of(data);
  const body = `{"ok":true,"data":${json},"requestId":"${requestId}"}`;
  return { ...jsonReply(200, body, now), isAscii };
}

/** A redirect: no envelope, no body (spec §4.7). */
export function redirectReply(location: string, now: number): CoreReply {
  return { status: 302, headers: { ...baseHeaders(now), location }, body: null };
}

/** What a failure's envelope is made of. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure: the `requestId` stands inside `error` and only there (spec §2.1). */
export function failureReply(failure: Failure, requestId: string, now: number): CoreReply {
  const { status, code, message, details, headers } = failure;
  const error = { code, message, ...(details === undefined ? {} : { details }), requestId };
  const envelope: FailureEnvelope = { ok: false, error };
  return jsonReply(status, JSON.stringify(envelope), now, headers);
}
