import type { Operation } from '../../src/contract/endpoints.ts';
import type { FailureEnvelope } from '../../src/contract/envelope.ts';
import type { Engine } from '../engine/engine.ts';
import { EMPTY_LIST, isEmptyList } from '../ground/empty-list.ts';
import { NotUtf8 } from '../ground/not-utf8.ts';
import type { Origin, ServiceUrls } from '../ground/urls.ts';
import { JsonText } from '../service/operations/call.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import type { Decision } from '../world/entities.ts';

/** A request as the fake's core knows it, whichever skin it came through. */
export interface CoreRequest {
  readonly origin: Origin;
  readonly method: string;
  /** Relative to the origin's base URL, as sent: not decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The base URLs at which the caller reaches the service; links in the reply begin with them. */
  readonly urls: ServiceUrls;
  header(name: string): string | null;
  /** Returns every header, by its name in lower case. */
  headers(): Readonly<Record<string, string>>;
  /** Reads the body; `undefined` if it is longer than `maxBytes`. Rejects if it breaks off or is refused. */
  text(maxBytes: number): Promise<string | undefined>;
}

/** A reply of the core. */
export interface CoreReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** Whether a text body is known to be all ASCII. */
  readonly isAscii?: boolean;
}

/** `drop`: the connection is closed without an answer. */
export type CoreOutcome = CoreReply | 'drop';

/** What is learned about a request while it is handled, for the journal. */
export interface Trail {
  readonly requestId: string;
  /** The request's number in the journal. */
  readonly place: number;
  /** Identifies the world that the request was sent to. */
  readonly epoch: number;
  /** When it arrived, in Unix milliseconds of the world. */
  readonly arrivedAt: number;
  at: number;
  operation: Operation | null;
  organizationId: string | null;
  code: string | null;
  message: string | null;
  decision: Decision | null;
  /** The body as it was sent; `null` until something has read it. */
  text: string | null;
  /** The JSON body, once it has been read. */
  body?: unknown;
}

/**
 * Refuses a request that began in a world since replaced: it must not write into the current one.
 * No client repeats a `412`, so a call left over from one test ends here.
 */
export function refuseLeftOver({ epoch }: Engine, trail: Trail): void {
  if (trail.epoch === epoch) return;
  const message = 'the fake was restored or reset during this request; await every call first';
  const check = 'the fake was not reset or restored during the request';
  throw new ServiceFailure('FAILED_PRECONDITION', message, { check, section: 'fault' });
}

function invalidBody(check: string, message: string): ServiceFailure {
  return new ServiceFailure('INVALID_ARGUMENT', message, { check, section: '1' });
}

/**
 * Returns a function that decodes a body piece by piece. It throws `NotUtf8`: a replacement character
 * in place of other bytes would be text that the caller never sent.
 */
export function bodyDecoder(): (bytes?: Uint8Array, options?: { stream: boolean }) => string {
  // A byte order mark is not valid JSON. By default, the decoder would drop it silently.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (bytes, options) => {
    try {
      return decoder.decode(bytes, options);
    } catch {
      throw new NotUtf8();
    }
  };
}

/** The caller left before its body had arrived: no one is there to be answered. */
export class CallerLeft extends Error {}

async function readText(
  request: CoreRequest,
  maxBytes: number,
  trail: Trail,
  isLenient: boolean,
): Promise<string | undefined> {
  try {
    return await request.text(maxBytes);
  } catch (error) {
    if (error instanceof ServiceFailure) throw error;
    if (error instanceof NotUtf8 && isLenient) return '';
    if (error instanceof NotUtf8) throw invalidBody('the body is UTF-8', error.message);
    trail.decision = { check: 'the whole body arrived', section: '1', values: {} };
    throw new CallerLeft();
  }
}

/** Creates the refusal of a request whose body something else has read before the fake. */
export function bodyWasRead(): ServiceFailure {
  const message = 'another handler has read the body; it must read request.clone() instead';
  return invalidBody('the body was not read before', message);
}

/**
 * Reads the JSON body; `undefined` for no body, which is legal everywhere (spec §1). `null` counts as
 * no body. Anything else that is not an object is refused.
 *
 * @param isLenient whether it counts as no body instead; see the reading `shareBody`.
 */
export async function readBody(
  request: CoreRequest,
  maxBytes: number,
  trail: Trail,
  isLenient = false,
): Promise<unknown> {
  const text = await readText(request, maxBytes, trail, isLenient);
  trail.text = text ?? '(too long for the fake to read)';
  if (text === undefined) {
    throw invalidBody('the body is not too long', `the body is longer than ${maxBytes} bytes`);
  }
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    if (isLenient) return undefined;
    throw invalidBody('the body is JSON', 'the body is not JSON; send an object, or nothing');
  }
  if (body === null) return undefined;
  if (typeof body === 'object' && !Array.isArray(body)) return body;
  if (isLenient) return undefined;
  const hint = isEmptyList(body) ? `: ${EMPTY_LIST}` : '';
  throw invalidBody('the body is an object', `the body must be a JSON object, or empty${hint}`);
}

const SECOND_MS = 1000;

type ReplyHeaders = Readonly<Record<string, string>>;

interface HeadersOfSecond {
  readonly second: number;
  readonly base: ReplyHeaders;
  readonly json: ReplyHeaders;
}

function headersOfSecond(second: number): HeadersOfSecond {
  const date = new Date(second * SECOND_MS).toUTCString();
  const base = Object.freeze({ 'cache-control': 'no-store', date });
  const contentType = 'application/json; charset=utf-8';
  return { second, base, json: Object.freeze({ ...base, 'content-type': contentType }) };
}

let latest = headersOfSecond(0);

/**
 * Returns the headers that replies share. They change once per second, and requests come faster: most
 * replies get the same objects, which the journal then keeps once.
 */
function headersAt(now: number): HeadersOfSecond {
  const second = Math.floor(now / SECOND_MS);
  if (latest.second !== second) latest = headersOfSecond(second);
  return latest;
}

/** Returns the headers of every response (spec §1). `date` is the world's time, not real time. */
export function baseHeaders(now: number): ReplyHeaders {
  return headersAt(now).base;
}

function jsonHeaders(now: number, headers?: ReplyHeaders): ReplyHeaders {
  const { json } = headersAt(now);
  return headers === undefined ? json : { ...json, ...headers };
}

/** Makes a success reply, with the `requestId` at the top level (spec §2.1). */
export function successReply(data: object, requestId: string, now: number): CoreReply {
  const { json, isAscii } = JsonText.of(data);
  const body = `{"ok":true,"data":${json},"requestId":"${requestId}"}`;
  return { status: 200, headers: jsonHeaders(now), body, isAscii };
}

/** Makes a redirect: no envelope, no body (spec §4.7). */
export function redirectReply(location: string, now: number): CoreReply {
  return { status: 302, headers: { ...baseHeaders(now), location }, body: null };
}

/** The parts of a failure reply. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a failure reply, with the `requestId` inside `error` and only there (spec §2.1). */
export function failureReply(failure: Failure, requestId: string, now: number): CoreReply {
  const { status, code, message, details, headers } = failure;
  const error = { code, message, ...(details === undefined ? {} : { details }), requestId };
  const envelope: FailureEnvelope = { ok: false, error };
  return { status, headers: jsonHeaders(now, headers), body: JSON.stringify(envelope) };
}
