const utf8 = new TextEncoder();

/**
 * Returns whether a dispatcher is one of undici's mocks, a `MockAgent` or what its `get` returns. They
 * compare a body with a text only if it is a text.
 */
export function isMock(dispatcher: object): boolean {
  const { assertNoPendingInterceptors, intercept } = dispatcher as Record<string, unknown>;
  return typeof assertNoPendingInterceptors === 'function' || typeof intercept === 'function';
}

/** Returns the bytes of a body that a client passes to `fetch`, in any form it uses on a runtime. */
export async function bytesOf(body: unknown): Promise<Uint8Array> {
  if (body === undefined || body === null) return new Uint8Array();
  if (typeof body === 'string') return utf8.encode(body);
  // On Node, it is a stream with its own `toString` that returns the text.
  if (Object.hasOwn(body, 'toString'))
    return utf8.encode((body as { toString(): string }).toString());
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array>).arrayBuffer());
}

/**
 * Wraps bytes so that undici reads them only once. Over HTTP/2, if the server refuses the stream or
 * sends GOAWAY, undici resends a request with a repeatable body or without a body, whatever the
 * method. That would create another share token, or repeat a call unnoticed.
 */
export function onceBytes(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      if (bytes.byteLength > 0) yield bytes;
    },
  };
}
