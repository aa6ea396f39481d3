interface DenoLike {
  readonly permissions?: {
    querySync?(descriptor: { name: 'net'; host: string }): { readonly state: string };
  };
}

function mayConnect({ permissions }: DenoLike, url: string): boolean {
  const { protocol, hostname, port } = new URL(url);
  const host = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  return permissions?.querySync?.({ name: 'net', host }).state === 'granted';
}

/**
 * The body as `fetch` is given it. Deno's `fetch` sends a request once more by itself when the
 * connection breaks off without an answer, a POST too (denoland/deno#35610): a second share token,
 * and a replay that nobody is told of. It leaves alone what it cannot read twice, which a `Blob` is
 * to it; a `Blob` that is not empty keeps its `Content-Length`. Where the permission to connect is
 * missing, nothing is sent, and a `Blob` would keep the process from ending.
 */
export function wireBody(
  method: 'GET' | 'POST',
  text: string | undefined,
  url: string,
  globals: object = globalThis,
): string | Blob | undefined {
  const { Deno } = globals as { readonly Deno?: DenoLike };
  if (method === 'GET' || Deno === undefined || !mayConnect(Deno, url)) return text;
  return new Blob(text === undefined ? [] : [text]);
}
