/**
 * The web platform's types, taken from whichever library the reader's project has (DOM,
 * `@types/node`, workers-types, …). A project that has none gets the part that this package uses,
 * so that its declarations compile anywhere.
 */

/** The part of `Headers` that is read when no library declares it. */
export interface MinimalHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(callback: (value: string, name: string) => void): void;
}

/** The part of `AbortSignal` that is used when no library declares it. */
export interface MinimalAbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The part of `Request` that is read when no library declares it. */
export interface MinimalRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: WebHeaders;
  readonly signal: WebAbortSignal;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of `Response` that is read when no library declares it. */
export interface MinimalResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: WebHeaders;
  text(): Promise<string>;
  json(): Promise<unknown>;
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
 * Any function that behaves as `fetch` does: the platform's own, undici's, one bound to a proxy, or
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
