import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import type { WebRequest } from '../../platform/platform.ts';
import { readHeader, type WebhookHeaders } from '../signature/signature-headers.ts';

/** Resolves to what `run` gives, or after `ms` milliseconds to what `late` gives. `run` continues. */
export async function withinTime<T>(run: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([run, timeout.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Limits on reading a request's body. */
export interface BodyBounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** The part of a `Request` that is used; every server's `Request` has it. */
interface BodyOwner {
  readonly headers: WebhookHeaders;
  readonly bodyUsed?: boolean;
  readonly body?: BodyStream | null;
}

interface BodyStream {
  readonly locked?: boolean;
  cancel(): Promise<void>;
  getReader(): BodyReader;
}

interface BodyReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

const FIRST_BYTES = 16 * 1024;

function tooLarge(maxBytes: number): WebhookVerificationError {
  return new WebhookVerificationError('body_too_large', `the body is over ${maxBytes} bytes`, {
    hint: 'raise maxBodyBytes to accept it',
  });
}

/** Reads to the end. One buffer grows, however small the pieces that a hostile sender sends. */
async function readAll(reader: BodyReader, maxBytes: number): Promise<Uint8Array> {
  let buffer = new Uint8Array(Math.min(FIRST_BYTES, maxBytes));
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return buffer.subarray(0, length);
    const needed = length + value.length;
    if (needed > maxBytes) throw tooLarge(maxBytes);
    if (needed > buffer.length) {
      const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, 2 * buffer.length)));
      larger.set(buffer.subarray(0, length));
      buffer = larger;
    }
    buffer.set(value, length);
    length = needed;
  }
}

/**
 * Reads the bytes of a request's body, within the limits.
 *
 * @throws `WebhookVerificationError`: `body_parsed` if something has already read the body or
 * this is no request, `body_too_large` over `maxBytes`; another error if the body breaks off or
 * takes too long.
 */
export async function readRequestBody(
  request: WebRequest,
  { maxBytes, timeoutMs }: BodyBounds,
): Promise<Uint8Array> {
  // Frameworks call a route with their own event or context, which may have a method and headers too.
  if (!('arrayBuffer' in request)) {
    throw new WebhookVerificationError('body_parsed', 'not a Request', {
      hint: 'pass the Request in it, or use toNodeHandler',
    });
  }
  const { headers, bodyUsed, body } = request as BodyOwner;
  if (bodyUsed || body?.locked) {
    throw new WebhookVerificationError(
      'body_parsed',
      'something read the body before the handler',
      {
        hint: 'do not run a body parser on this route, or make it keep the raw bytes',
      },
    );
  }
  if (!body) return new Uint8Array();
  // A `Request` of node-fetch has a stream of Node's.
  if (typeof (body as Partial<BodyStream>).getReader !== 'function') {
    throw new WebhookVerificationError('body_parsed', 'the body is not a web stream', {
      hint: 'pass a Request of the platform, not one of node-fetch, or use toNodeHandler',
    });
  }
  if (Number(readHeader(headers, 'content-length')) > maxBytes) {
    body.cancel().catch(() => undefined);
    throw tooLarge(maxBytes);
  }
  const reader = body.getReader();
  try {
    return await withinTime(readAll(reader, maxBytes), timeoutMs, () => {
      throw new Error(`the body did not arrive within ${timeoutMs} ms`);
    });
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}
