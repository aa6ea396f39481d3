import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const ROOT = path.resolve('docs/site');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Serves the built site on a local port, as a plain static host would. */
export async function serveSite(): Promise<{ url: string; close(): Promise<void> }> {
  if (!existsSync(ROOT)) throw new Error('there is no site; "npm run docs" builds it');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const named = path.join(ROOT, decodeURIComponent(pathname));
    const file = pathname.endsWith('/') ? path.join(named, 'index.html') : named;
    if (!file.startsWith(ROOT) || !existsSync(file) || !statSync(file).isFile()) {
      const missing = path.join(ROOT, '404.html');
      response.writeHead(404, { 'content-type': 'text/html' }).end(readFileSync(missing));
      return;
    }
    const type = TYPES[path.extname(file)] ?? 'text/plain; charset=utf-8';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
