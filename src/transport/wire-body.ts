interface DenoLike {
  readonly permissions?: {
    querySync?(descriptor: { name: 'net'; host: string }): { readonly state: string };
  };
}

interface Globals {
  readonly Deno?: DenoLike;
  readonly Bun?: unknown;
  readonly process?: { readonly versions?: { readonly node?: unknown } };
  readonly navigator?: { readonly userAgent?: unknown };
}

/** The part of a request's init that belongs to its body. */
export interface WireBody {
  readonly body?: string | Blob | ReadableStream<Uint8Array>;
  /** undici requires this for a body that is a stream. */
  readonly duplex?: 'half';
  /** For a body whose length the platform does not know. */
  readonly headers?: { readonly 'content-length': string };
}

function mayConnect({ permissions }: DenoLike, url: string): boolean {
  const { protocol, hostname, port } = new URL(url);
  const host = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  return permissions?.querySync?.({ name: 'net', host }).state === 'granted';
}

/**
 * Returns whether this is Node. Bun, and Workers with `nodejs_compat`, call themselves Node too.
 */
function isNode({ process, Bun, navigator }: Globals): boolean {
  if (process?.versions?.node === undefined || Bun !== undefined) return false;
  return navigator?.userAgent !== 'Cloudflare-Workers';
}

const utf8 = /* @__PURE__ */ new TextEncoder();

/** A text that can be read once, and its length in bytes. */
interface OnceText {
  readonly body: ReadableStream<Uint8Array>;
  readonly byteLength: number;
}

/**
 * Wraps a text so that Node's `fetch` cannot read it twice and so never sends it twice. For a
 * `fetch` without streams, the stream converts to the text, as `JSON.parse(init.body)` shows.
 *
 * The stream is closed from the start. From an async iterable, undici would make such a stream
 * itself and close it later. If it was abandoned in between, that throws an uncaught error, which
 * ends the process.
 */
function onceText(text: string): OnceText {
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

/**
 * Returns the body of a POST in a form that the runtime does not send again on its own: that would
 * create a second share token, or a replay that is never reported.
 *
 * Node's `fetch` repeats a request after a 421, and over HTTP/2 if the server refuses the stream or
 * goes away, whatever the method, unless the body is a stream. A missing body is not one.
 * Deno's `fetch` repeats a request if the connection breaks off without an answer
 * (denoland/deno#35610), unless it cannot read the body twice, as with a `Blob`; a `Blob` that is
 * not empty keeps its `Content-Length`. Without permission to connect, nothing is sent, and a
 * `Blob` would keep Deno's process from ending.
 */
export function wireBody(
  text: string | undefined,
  url: string,
  globals: object = globalThis,
): WireBody {
  const { Deno } = globals as Globals;
  if (Deno !== undefined && mayConnect(Deno, url)) {
    return { body: new Blob(text === undefined ? [] : [text]) };
  }
  if (Deno === undefined && isNode(globals)) {
    const { body, byteLength } = onceText(text ?? '');
    if (text === undefined) return { body, duplex: 'half' };
    return { body, duplex: 'half', headers: { 'content-length': String(byteLength) } };
  }
  return text === undefined ? {} : { body: text };
}
