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
 * Bytes that undici cannot read a second time. A body that it can, and none at all, it sends again
 * over HTTP/2 when the server refuses the stream or takes its leave, whatever the method: another
 * share token, or a replay that no one is told of.
 */
export function onceBytes(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      if (bytes.byteLength > 0) yield bytes;
    },
  };
}
