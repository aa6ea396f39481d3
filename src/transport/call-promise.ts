import type { WebHeaders } from '../platform/platform.ts';
import { fromCaller } from './caller-stack.ts';
import type { Answer } from './outgoing.ts';

/** The result of a call, with details of its response. */
export interface CallResult<T> {
  /** What the promise itself resolves to. */
  readonly data: T;
  /** The service's identifier of the request; absent if there is none. */
  readonly requestId?: string;
  /** The HTTP status of the last response. */
  readonly status: number;
  /** The headers of the last response. */
  readonly headers: WebHeaders;
  /** How many times the call was sent, including polls of a pending record. */
  readonly attempts: number;
}

/**
 * The promise of a call that is one request.
 *
 * @example
 * ```ts
 * const { data, requestId } = await client.cdrs.get(cdrId).withResponse();
 * ```
 */
export interface CallPromise<T> extends Promise<T> {
  /** Resolves to the result with the details of its response. Does not send the call again. */
  withResponse(): Promise<CallResult<T>>;
}

function toResult<T>({ data, requestId, status, response, attempts }: Answer<T>): CallResult<T> {
  const { headers } = response;
  return { data, ...(requestId !== undefined && { requestId }), status, headers, attempts };
}

/**
 * Runs `call` at once. Its errors reject the promise and are never thrown. If only `withResponse()`
 * is used, the promise itself never rejects unhandled; a failure that no one handles is still
 * reported.
 */
export function callPromise<T>(call: () => Promise<Answer<T>>): CallPromise<T> {
  const answer = fromCaller(call);
  const data = answer.then((each) => each.data);
  // One promise waits for the answer, so that an engine can follow who waits for a call that fails.
  const withResponse = (): Promise<CallResult<T>> => data.then(() => answer).then(toResult);
  return Object.assign(data, { withResponse });
}
