import type { ServiceUrls } from '../ground/urls.ts';

/** A request as the core of the control API sees it. */
export interface ControlRequest {
  readonly method: string;
  /** The path below `/_mock/api` as it was sent: not decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly urls: ServiceUrls;
  header(name: string): string | null;
  /**
   * Reads the body; `undefined` if it is longer than `maxBytes`.
   *
   * @throws NotUtf8
   */
  text(maxBytes: number): Promise<string | undefined>;
}

/** A reply of the control API: a text, or the pieces of a body until the reader disconnects. */
export interface ControlReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ((left: AbortSignal) => AsyncIterable<string | Uint8Array>);
}
