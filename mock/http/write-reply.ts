import type { FailureEnvelope, SuccessEnvelope } from '../../src/contract/envelope.ts';
import type { CoreReply } from './core-message.ts';

/** What every response of the service carries (spec §1). `date` is the world's, not the wall's. */
export function baseHeaders(now: number): Record<string, string> {
  return { 'cache-control': 'no-store', date: new Date(now).toUTCString() };
}

function jsonReply(
  status: number,
  envelope: SuccessEnvelope | FailureEnvelope,
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
    body: JSON.stringify(envelope),
  };
}

/** A success: the `requestId` stands at the top (spec §2.1). */
export function successReply(data: object, requestId: string, now: number): CoreReply {
  return jsonReply(200, { ok: true, data: data as Record<string, unknown>, requestId }, now);
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
  return jsonReply(status, { ok: false, error }, now, headers);
}
