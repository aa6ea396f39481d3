/** What is used of a request of `node:http`, or of a framework that hands on the same object. */
export interface NodeRequest {
  /** `POST` for a delivery. */
  readonly method?: string | undefined;
  /** The path and the query, as they were sent. */
  readonly url?: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** 2 for HTTP/2, whose headers may hold `:method` and the like. */
  readonly httpVersionMajor?: number | undefined;
  /** The bytes as they arrived, where the platform or a parser's `verify` kept them. */
  readonly rawBody?: unknown;
  /** What a parser left: bytes and text are used, anything else is no raw body. */
  readonly body?: unknown;
  /** Someone has read of the stream before. */
  readonly readableDidRead?: boolean | undefined;
  /** The stream was read to its end. */
  readonly readableEnded?: boolean | undefined;
  /** The connection is gone. */
  readonly destroyed?: boolean | undefined;
  /** The whole message was received. */
  readonly complete?: boolean | undefined;
  /** Hears an event of the stream. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every event has its own arguments
  on(event: string, listener: (...args: any[]) => void): unknown;
  /** Hears it no longer. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every event has its own arguments
  removeListener(event: string, listener: (...args: any[]) => void): unknown;
  /** Stops the `data` events. */
  pause(): unknown;
  /** Lets the `data` events flow. */
  resume(): unknown;
}

/** What is used of a response of `node:http`. */
export interface NodeResponse {
  /** An answer has begun already. */
  readonly headersSent?: boolean | undefined;
  /** The connection is gone. */
  readonly destroyed?: boolean | undefined;
  /** The status of the answer. */
  statusCode: number;
  /** Sets a header of the answer. */
  setHeader(name: string, value: string): unknown;
  /** Sends the last bytes. */
  end(chunk: Uint8Array): unknown;
}

/** Fastify's request: the one of `node:http` is inside. */
export interface FastifyRequestLike {
  /** The request of `node:http`. */
  readonly raw: NodeRequest;
  /** The bytes as they arrived, where a plug-in kept them. */
  readonly rawBody?: unknown;
  /** What Fastify's parser left. */
  readonly body?: unknown;
}

/** Fastify's reply: the response of `node:http` is inside. */
export interface FastifyReplyLike {
  /** The response of `node:http`. */
  readonly raw: NodeResponse;
  /** Tells Fastify that the answer is written by someone else. */
  hijack(): unknown;
}
