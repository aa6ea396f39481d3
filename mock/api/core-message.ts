import type { Door, ServiceUrls } from '../ground/urls.ts';

/** A request as the fake's core knows it, whichever skin it came through. */
export interface CoreRequest {
  readonly door: Door;
  readonly method: string;
  /** Behind the door's base, as it was sent: not decoded, without the query. */
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
}

/** `drop`: the connection breaks off without an answer. */
export type CoreOutcome = CoreReply | 'drop';
