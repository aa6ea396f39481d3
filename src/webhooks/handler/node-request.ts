/** The part of a `node:http` request that is used; a framework may pass on the same object. */
export interface NodeRequest {
  /** `POST` for a delivery. */
  readonly method?: string | undefined;
  /** The path and the query, as sent. */
  readonly url?: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** 2 for HTTP/2, whose headers may include `:method` and the like. */
  readonly httpVersionMajor?: number | undefined;
  /** The bytes as they arrived, if the platform or a parser's `verify` kept them. */
  readonly rawBody?: unknown;
  /** What a parser left: bytes and text are used, anything else is not a raw body. */
  readonly body?: unknown;
  /** Whether the stream has been read from. */
  readonly readableDidRead?: boolean | undefined;
  /** Whether the stream was read to its end. */
  readonly readableEnded?: boolean | undefined;
  /** Whether the connection is gone. */
  readonly destroyed?: boolean | undefined;
  /** Whether the whole message was received. */
  readonly complete?: boolean | undefined;
  /** Adds a listener for an event of the stream. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every event has its own arguments
  on(event: string, listener: (...args: any[]) => void): unknown;
  /** Removes a listener. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every event has its own arguments
  removeListener(event: string, listener: (...args: any[]) => void): unknown;
  /** Stops the `data` events. */
  pause(): unknown;
  /** Lets the `data` events flow. */
  resume(): unknown;
}

/** The part of a `node:http` response that is used. */
export interface NodeResponse {
  /** Whether an answer has already begun. */
  readonly headersSent?: boolean | undefined;
  /** Whether the connection is gone. */
  readonly destroyed?: boolean | undefined;
  /** The status of the answer. */
  statusCode: number;
  /** Sets a header of the answer. */
  setHeader(name: string, value: string): unknown;
  /** Sends the last bytes. */
  end(chunk: Uint8Array): unknown;
}

/** Fastify's request, which contains the `node:http` request. */
export interface FastifyRequestLike {
  /** The `node:http` request. */
  readonly raw: NodeRequest;
  /** The bytes as they arrived, if a plug-in kept them. */
  readonly rawBody?: unknown;
  /** What Fastify's parser left. */
  readonly body?: unknown;
}

/** Fastify's reply, which contains the `node:http` response. */
export interface FastifyReplyLike {
  /** The `node:http` response. */
  readonly raw: NodeResponse;
  /** Tells Fastify that something else writes the answer. */
  hijack(): unknown;
}
