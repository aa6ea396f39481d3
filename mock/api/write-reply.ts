import type { FailureEnvelope } from '../../src/contract/envelope.ts';
import { JsonText } from '../ground/json-text.ts';
import { lastAnswer } from '../ground/last-answer.ts';
import type { CoreReply } from './core-message.ts';

/** A second as HTTP writes it: one text for all replies of that second. */
const dateOf = lastAnswer((second: number) => new Date(second * 1000).toUTCString());

/** What every response of the service carries (spec §1). `date` is the world's, not the wall's. */
export function baseHeaders(now: number): Record<string, string> {
  return { 'cache-control': 'no-store', date: dateOf(Math.floor(now / 1000)) };
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
  const body = `{"ok":true,"data":${JsonText.of(data)},"requestId":"${requestId}"}`;
  return jsonReply(200, body, now);
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
