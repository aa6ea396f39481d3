/** What is used of a request of `node:http`, or of a framework that hands on the same object. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly httpVersionMajor?: number | undefined;
  /** The bytes as they arrived, where the platform or a parser's `verify` kept them. */
  readonly rawBody?: unknown;
  /** What a parser left: bytes and text are used, anything else is no raw body. */
  readonly body?: unknown;
  readonly readableDidRead?: boolean | undefined;
  readonly readableEnded?: boolean | undefined;
  readonly destroyed?: boolean | undefined;
  readonly complete?: boolean | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every event has its own arguments
  on(event: string, listener: (...args: any[]) => void): unknown;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every event has its own arguments
  removeListener(event: string, listener: (...args: any[]) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** What is used of a response of `node:http`. */
export interface NodeResponse {
  readonly headersSent?: boolean | undefined;
  readonly destroyed?: boolean | undefined;
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(chunk: Uint8Array): unknown;
}

/** Fastify's request: the one of `node:http` is inside. */
export interface FastifyRequestLike {
  readonly raw: NodeRequest;
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/** Fastify's reply: the response of `node:http` is inside. */
export interface FastifyReplyLike {
  readonly raw: NodeResponse;
  hijack(): unknown;
}
