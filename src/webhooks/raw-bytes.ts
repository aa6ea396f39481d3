import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';

/** The raw body of a delivery, exactly as it arrived. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

const utf8 = new TextEncoder();

function refuse(what: string, hint: string): never {
  throw new WebhookVerificationError(
    'body_parsed',
    `the body must be the raw text or bytes that arrived, not ${what}`,
    { hint },
  );
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  // By its tag: a buffer made in another realm (a test runner's, say) is no `instanceof` ours.
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/**
 * The bytes of a raw body. A signature covers bytes (spec §6.2): a parsed body cannot be turned
 * back into them, so it is refused with `body_parsed`.
 */
export function rawBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return utf8.encode(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  if (isArrayBuffer(body)) return new Uint8Array(body);
  if (body === undefined || body === null) {
    return refuse('nothing', 'no middleware kept the body: read the request yourself');
  }
  if (typeof body === 'object' && ('arrayBuffer' in body || 'pipe' in body)) {
    return refuse('a request or a stream', 'read it to its end and hand in the bytes');
  }
  return refuse('a parsed value', 'let no JSON parser run on this route');
}
