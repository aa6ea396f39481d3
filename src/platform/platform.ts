/**
 * The web platform's types, taken from whichever library the user's project has (DOM,
 * `@types/node`, workers-types, …). A project without any gets the part that this package uses, so
 * that the declarations compile anywhere.
 */

/** The part of `Headers` that is read when no library declares it. */
export interface MinimalHeaders {
  /** The value of the header `name`, in any case; `null` if there is none. */
  get(name: string): string | null;
  /** Whether there is such a header. */
  has(name: string): boolean;
  /** Calls `callback` for each header. */
  forEach(callback: (value: string, name: string) => void): void;
}

/** The part of `AbortSignal` that is used when no library declares it. */
export interface MinimalAbortSignal {
  /** Whether it was aborted. */
  readonly aborted: boolean;
  /** The reason for the abort. */
  readonly reason: unknown;
  /** Adds a listener for the abort. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Removes a listener. */
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The part of `Request` that is read when no library declares it. */
export interface MinimalRequest {
  /** The method, in upper case. */
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  /** The request's headers. */
  readonly headers: WebHeaders;
  /** Aborted when the sender goes away. */
  readonly signal: WebAbortSignal;
  /** The body as text. */
  text(): Promise<string>;
  /** The body's bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of `Response` that is read when no library declares it. */
export interface MinimalResponse {
  /** Whether the status is a 2xx one. */
  readonly ok: boolean;
  /** The HTTP status. */
  readonly status: number;
  /** The response's headers. */
  readonly headers: WebHeaders;
  /** The body as text. */
  text(): Promise<string>;
  /** The body, parsed. */
  json(): Promise<unknown>;
  /** The body's bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The platform's `Headers`. */
export type WebHeaders = typeof globalThis extends { Headers: { prototype: infer T } }
  ? T
  : MinimalHeaders;

/** The platform's `AbortSignal`. */
export type WebAbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : MinimalAbortSignal;

/** The platform's `Request`. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer T } }
  ? T
  : MinimalRequest;

/** The platform's `Response`. */
export type WebResponse = typeof globalThis extends { Response: { prototype: infer T } }
  ? T
  : MinimalResponse;

/**
 * Any function that behaves like `fetch`: the platform's own, undici's, one bound to a proxy, or
 * the fake's. Its parameters are left open so that every library's `fetch` fits.
 *
 * @example
 * ```ts
 * const counted: FetchLike = (input, init) => {
 *   calls += 1;
 *   return fetch(input, init);
 * };
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every library types these two differently
export type FetchLike = (input: any, init?: any) => Promise<WebResponse>;
