import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';

/** Text as UTF-8 bytes. */
export const utf8 = /* @__PURE__ */ new TextEncoder();

/** The raw body of a delivery, exactly as it arrived. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** A body as it is hashed and parsed: bytes, or text that represents its own UTF-8 bytes. */
export type RawBody = string | Uint8Array;

/** A method of ES2024, which every supported runtime has. */
interface Text {
  isWellFormed(): boolean;
}

/** Checks whether text survives encoding and decoding: lone surrogates and a byte order mark do not. */
function isItsBytes(text: string): boolean {
  return (text as string & Text).isWellFormed() && !text.startsWith('\uFEFF');
}

function refuse(what: string, hint: string): never {
  throw new WebhookVerificationError(
    'body_parsed',
    `the body must be the raw text or bytes that arrived, not ${what}`,
    { hint },
  );
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  // Check the tag: a buffer from another realm (a test runner's, for example) fails `instanceof`.
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/**
 * Validates a raw body. A signature covers bytes (spec §6.2), and a parsed body cannot be turned
 * back into them, so it is refused with `body_parsed`. Text stays text if that loses nothing: the
 * platform hashes and parses it faster than it can be copied here.
 */
export function rawBody(body: unknown): RawBody {
  if (typeof body === 'string') return isItsBytes(body) ? body : utf8.encode(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  if (isArrayBuffer(body)) return new Uint8Array(body);
  if (body === undefined || body === null) {
    return refuse('nothing', 'no middleware kept the raw body; read the request yourself');
  }
  if (typeof body === 'object' && ('arrayBuffer' in body || 'pipe' in body)) {
    return refuse('a request or a stream', 'read it to its end and pass the bytes');
  }
  return refuse('a parsed value', 'do not run a JSON parser on this route');
}
