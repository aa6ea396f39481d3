import type { WebResponse } from '../../platform/platform.ts';
import type { WebhookHandler } from './handler.ts';
import type {
  FastifyReplyLike,
  FastifyRequestLike,
  NodeRequest,
  NodeResponse,
} from './node-request.ts';

/**
 * Returns a request's body as a web stream that reads only on demand. After a cancel, the request
 * is left paused but not destroyed, so that an answer can still be sent.
 */
export function nodeBodyStream(request: NodeRequest): ReadableStream<Uint8Array> {
  let detach = (): void => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onData = (chunk: Uint8Array | string): void => {
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
        if ((controller.desiredSize ?? 0) <= 0) request.pause();
      };
      const onEnd = (): void => {
        detach();
        controller.close();
      };
      const onCut = (error?: unknown): void => {
        detach();
        controller.error(error ?? new Error('the sender disconnected before the end of the body'));
      };
      const listeners = { data: onData, end: onEnd, error: onCut, close: onCut };
      detach = () => {
        for (const [event, listener] of Object.entries(listeners)) {
          request.removeListener(event, listener);
        }
      };
      // A request that is already destroyed emits no more events.
      if (request.destroyed) {
        onCut();
        return;
      }
      for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
      request.pause();
    },
    pull() {
      request.resume();
    },
    cancel() {
      detach();
      request.pause();
    },
  });
}

/** A route handler for `node:http`, Express or Fastify. It never rejects. */
export type NodeWebhookHandler = (
  request: NodeRequest | FastifyRequestLike,
  response: NodeResponse | FastifyReplyLike,
) => Promise<void>;

type RawBody = string | Uint8Array<ArrayBuffer>;

function isRaw(value: unknown): value is RawBody {
  // Not `instanceof`: bytes from another realm, such as a test runner's, are bytes too.
  return typeof value === 'string' || ArrayBuffer.isView(value);
}

function urlOf({ url = '/' }: NodeRequest): string {
  const origin = 'http://localhost';
  return url.startsWith('/') && URL.canParse(origin + url) ? origin + url : origin;
}

function headersOf({ headers }: NodeRequest): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    try {
      result.set(name, typeof value === 'string' ? value : value.join(', '));
    } catch {
      // A `Headers` accepts neither HTTP/2 pseudo-headers nor invalid ones that a middleware added.
    }
  }
  return result;
}

/** Returns a request with a used body, as a parser leaves it; the handler has an answer for that. */
async function usedRequest(url: string, headers: Headers): Promise<Request> {
  const request = new Request(url, { method: 'POST', headers, body: 'parsed' });
  await request.text();
  return request;
}

async function webRequest(request: NodeRequest, kept: readonly unknown[]): Promise<Request> {
  const url = urlOf(request);
  const headers = headersOf(request);
  // The handler answers every other method alike, and a `Request` rejects some of them (TRACE).
  if (request.method !== 'POST') return new Request(url, { headers });
  const raw = kept.find(isRaw);
  if (raw !== undefined) return new Request(url, { method: 'POST', headers, body: raw });
  if (request.readableDidRead || request.readableEnded) return usedRequest(url, headers);
  const body = nodeBodyStream(request);
  return new Request(url, { method: 'POST', headers, body, duplex: 'half' });
}

async function send(from: WebResponse, request: NodeRequest, to: NodeResponse): Promise<void> {
  if (to.headersSent || to.destroyed) return;
  to.statusCode = from.status;
  from.headers.forEach((value, name) => {
    to.setHeader(name, value);
  });
  // Do not drain an unread body just to keep the connection: it may never end.
  if (request.complete === false && request.httpVersionMajor === 1) {
    to.setHeader('connection', 'close');
  }
  const body = new Uint8Array(await from.arrayBuffer());
  to.setHeader('content-length', String(body.length));
  to.end(body);
}

/**
 * Adapts a webhook handler to `node:http`, Express or Fastify.
 *
 * The raw body is `req.rawBody` if something kept it, otherwise a `req.body` of bytes or text,
 * otherwise the request's stream. If a parser has read the stream and kept no bytes, the answer is
 * 500 at once and `onRejected` gets `body_parsed`: on this route use
 * `express.raw({ type: '*\/*', limit: '4mb' })`, or no parser at all. Name the limit: by default
 * Express answers 413 to events over 100 KB, and this handler never sees them.
 *
 * @example
 * ```ts
 * createServer(toNodeHandler(handler)).listen(3000);
 * ```
 */
export function toNodeHandler(handler: WebhookHandler): NodeWebhookHandler {
  return async (request, response) => {
    const nodeRequest = 'raw' in request ? request.raw : request;
    const nodeResponse = 'raw' in response ? response.raw : response;
    if ('hijack' in response) response.hijack();
    try {
      const answer = await handler(
        await webRequest(nodeRequest, [request.rawBody, request.body, nodeRequest.rawBody]),
      );
      await send(answer, nodeRequest, nodeResponse);
    } catch {
      await send(new Response(null, { status: 500 }), nodeRequest, nodeResponse).catch(
        () => undefined,
      );
    }
  };
}
