/**
 * A service with any number of records, made on request: `n1000.example` has 1,000, each with an image
 * of 90 KB. `evidence.ts <ms>` answers each request after that many milliseconds.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listEntry } from '../fixtures/list-entry.ts';
import { record } from '../fixtures/record.ts';

const PAGE_SIZE = 100;
const latencyMs = Number(process.argv[2] ?? 0);
const image = randomBytes(90_000);

function pageOf(url: URL): string {
  const domainId = url.pathname.split('/')[3] ?? '';
  const count = Number(/^n(\d+)\./.exec(domainId)?.[1] ?? 0);
  const begin = Number(url.searchParams.get('pageToken') ?? 0);
  const end = Math.min(begin + PAGE_SIZE, count);
  const cdrs = Array.from({ length: end - begin }, (_, index) => ({
    ...listEntry(`cdr_${String(begin + index).padStart(20, '0')}`),
    ...{ domainId, collected: true, size: image.byteLength },
  }));
  const more = end < count ? { nextPageToken: String(end) } : {};
  return JSON.stringify({ ok: true, data: { cdrs, ...more }, requestId: 'req_1' });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  if (url.pathname.startsWith('/image/')) {
    response.writeHead(200, { 'content-type': 'image/png' }).end(image);
    return;
  }
  const cdrId = url.pathname.split('/')[3] ?? '';
  const downloadUrl = `${url.origin}/image/${cdrId}?signature=${'0'.repeat(64)}`;
  const cdr = { ...record, cdrId, downloadUrl, size: image.byteLength };
  const text = url.pathname.startsWith('/v1/domains/')
    ? pageOf(url)
    : JSON.stringify({ ok: true, data: { cdr }, requestId: `req_${cdrId}` });
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

const server = createServer((request, response) => {
  if (latencyMs === 0) answer(request, response);
  else void sleep(latencyMs).then(() => answer(request, response));
});

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
