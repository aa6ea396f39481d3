const utf8 = new TextEncoder();

/** A text that can be read once, and its length on the wire. */
export interface OnceText {
  readonly body: ReadableStream<Uint8Array>;
  readonly byteLength: number;
}

/**
 * A text that Node's `fetch` cannot read a second time, so that it never sends it a second time. To a
 * `fetch` that knows no streams it is the text that it turns into, as `JSON.parse(init.body)` shows.
 *
 * It is closed from the start. Of an async iterable undici makes such a stream itself, closes it
 * later, and throws at large when it was given up meanwhile, which ends the process.
 */
export function onceText(text: string): OnceText {
  const bytes = utf8.encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
  Object.defineProperty(body, 'toString', { value: () => text });
  return { body, byteLength: bytes.byteLength };
}
