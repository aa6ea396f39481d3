const utf8 = new TextEncoder();

/** The bytes of the body that a client hands to `fetch`, whichever kind it has for the runtime. */
export async function bytesOf(body: unknown): Promise<Uint8Array> {
  if (body === undefined || body === null) return new Uint8Array();
  if (typeof body === 'string') return utf8.encode(body);
  // On Node it is a stream that turns into its text.
  if (Object.hasOwn(body, 'toString'))
    return utf8.encode((body as { toString(): string }).toString());
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array>).arrayBuffer());
}

/**
 * Bytes that undici can read only once. Over HTTP/2, undici sends a request with a repeatable body or
 * without a body again if the server refuses the stream or sends GOAWAY, whatever the method. That would
 * create another share token, or repeat a call unnoticed.
 */
export function onceBytes(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      if (bytes.byteLength > 0) yield bytes;
    },
  };
}
