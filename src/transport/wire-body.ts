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

/** What of a request's init belongs to its body. */
export interface WireBody {
  readonly body?: string | Blob | ReadableStream<Uint8Array>;
  /** Without it undici takes no body that is a stream. */
  readonly duplex?: 'half';
  /** Of a body whose length the platform does not know by itself. */
  readonly headers?: { readonly 'content-length': string };
}

function mayConnect({ permissions }: DenoLike, url: string): boolean {
  const { protocol, hostname, port } = new URL(url);
  const host = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  return permissions?.querySync?.({ name: 'net', host }).state === 'granted';
}

/** Bun, and Workers with `nodejs_compat`, call themselves Node too. */
function isNode({ process, Bun, navigator }: Globals): boolean {
  if (process?.versions?.node === undefined || Bun !== undefined) return false;
  return navigator?.userAgent !== 'Cloudflare-Workers';
}

const utf8 = /* @__PURE__ */ new TextEncoder();

/** A text that can be read once, and its length on the wire. */
interface OnceText {
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
 * The body of a POST as `fetch` is given it: one that the runtime does not send a second time by
 * itself, for that would be a second share token, and a replay that no one is told of.
 *
 * Node's `fetch` repeats a request after a 421, and over HTTP/2 one that the server refuses or takes
 * leave of, whatever its method, unless its body is a stream; no body is none either. Deno's repeats
 * it when the connection breaks off without an answer (denoland/deno#35610), unless the body is one
 * that it cannot read twice, which a `Blob` is to it; a `Blob` that is not empty keeps its
 * `Content-Length`. Where the permission to connect is missing, nothing is sent, and a `Blob` would
 * keep Deno's process from ending.
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
