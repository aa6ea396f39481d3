/**
 * The body as `fetch` is given it. Deno's `fetch` sends a request once more by itself when the
 * connection breaks off without an answer, a POST too (denoland/deno#35610): a second share token,
 * and a replay that nobody is told of. It leaves alone what it cannot read twice, which a `Blob` is
 * to it; a `Blob` that is not empty keeps its `Content-Length`.
 */
export function wireBody(
  method: 'GET' | 'POST',
  text: string | undefined,
  globals: object = globalThis,
): string | Blob | undefined {
  if (method === 'GET' || !('Deno' in globals)) return text;
  return new Blob(text === undefined ? [] : [text]);
}
