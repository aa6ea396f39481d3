import type { ServiceUrls } from '../ground/urls.ts';

/** A request to the control API as the core of it knows it. */
export interface ControlRequest {
  readonly method: string;
  /** Below `/_mock/api`, as it was sent: not decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly urls: ServiceUrls;
  header(name: string): string | null;
  /** The body, or `undefined` when it is longer than `maxBytes`. */
  text(maxBytes: number): Promise<string | undefined>;
}

/** What the control API answers: a text, or pieces of a body until the reader has left. */
export interface ControlReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ((left: AbortSignal) => AsyncIterable<string | Uint8Array>);
}
