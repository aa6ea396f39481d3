import type { WebHeaders } from '../platform.ts';
import { fromCaller } from './caller-stack.ts';
import type { Answer } from './outgoing.ts';

/** What came with the result of a call. */
export interface CallResult<T> {
  /** What the promise itself gives. */
  readonly data: T;
  /** The service's identifier of the request; absent when there was none to be had. */
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
  /** The result together with what came with it. Sends nothing anew. */
  withResponse(): Promise<CallResult<T>>;
}

function toResult<T>({ data, requestId, status, headers, attempts }: Answer<T>): CallResult<T> {
  return { data, ...(requestId !== undefined && { requestId }), status, headers, attempts };
}

/**
 * Both views of one running call. Each is derived when it is asked for: one that nobody looks at
 * never rejects unhandled, and a failure that nobody looks at all is still reported.
 */
class RunningCall<T> extends Promise<T> implements CallPromise<T> {
  readonly #result: Promise<CallResult<T>>;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(result: Promise<CallResult<T>>) {
    super(() => undefined); // never settles itself: `then`, and so `catch` and `finally`, go to the call
    this.#result = result;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  withResponse(): Promise<CallResult<T>> {
    return this.#result.then((result) => result);
  }
}

/** Runs `call` now; what it refuses rejects the promise, and never throws. */
export function callPromise<T>(call: () => Promise<Answer<T>>): CallPromise<T> {
  return new RunningCall(fromCaller(async () => toResult(await call()), callPromise));
}
