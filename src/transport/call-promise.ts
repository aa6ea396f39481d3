import type { WebHeaders } from '../platform.ts';
import { fromCaller } from './caller-stack.ts';
import type { Answer } from './outgoing.ts';

/** The result of a call, with details of its response. */
export interface CallResult<T> {
  /** What the promise itself gives. */
  readonly data: T;
  /** The service's identifier of the request; absent if there is none. */
  readonly requestId?: string;
  /** The HTTP status of the last response. */
  readonly status: number;
  /** The headers of the last response. */
  readonly headers: WebHeaders;
  /** How often the call was sent, polls of a pending record included. */
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
  /** The result with the details of its response. Sends nothing again. */
  withResponse(): Promise<CallResult<T>>;
}

function toResult<T>({ data, requestId, status, response, attempts }: Answer<T>): CallResult<T> {
  const { headers } = response;
  return { data, ...(requestId !== undefined && { requestId }), status, headers, attempts };
}

/**
 * Runs `call` now; what it refuses rejects the promise, and never throws. Of its two views the one that
 * no one looks at never rejects unhandled, and a failure that no one looks at all is still reported.
 */
export function callPromise<T>(call: () => Promise<Answer<T>>): CallPromise<T> {
  const answer = fromCaller(call, callPromise);
  const data = answer.then((each) => each.data);
  const withResponse = (): Promise<CallResult<T>> => {
    data.catch(() => undefined);
    return answer.then(toResult);
  };
  return Object.assign(data, { withResponse });
}
