import { createRequire } from 'node:module';
import type { FetchLike } from '../../../src/platform/platform.ts';

/** `node:http` as a program's own modules get it, with the patches of instrumentations. */
const http = createRequire(import.meta.url)('node:http') as typeof import('node:http');

/** A user's own `fetch` on `node:http`, like older libraries. */
export const httpFetch: FetchLike = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: unknown },
) =>
  new Promise((resolve, reject) => {
    const { method, headers, body } = init;
    const request = http.request(url, { method, headers }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        const status = incoming.statusCode ?? 0;
        const told = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
        const bodyless = status === 204 || (status >= 300 && status < 400);
        const whole = bodyless ? null : Buffer.concat(pieces);
        resolve(new Response(whole, { status, headers: Object.fromEntries(told) as never }));
      });
    });
    request.on('error', reject);
    void (async () => {
      const text = body === undefined ? '' : await new Response(body as string).text();
      request.end(text);
    })();
  });
