/**
 * The server that clients are measured against: fixed replies from memory. `/…/pages/…` and
 * `/v1/domains/…` are lists in the style of four services; everything else is the same record.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listEntry } from '../fixtures/list-entry.ts';
import { record } from '../fixtures/record.ts';

const PAGE_SIZE = 100;

/** The number of pages in a walk. `BENCH_PAGES` changes it. */
const PAGES = Number(process.env['BENCH_PAGES'] ?? 1000);

/** The delay of a reply in milliseconds: 0, as from memory, or that of a network. */
const DELAY_MS = Number(process.env['BENCH_DELAY_MS'] ?? 0);

const one = Buffer.from(JSON.stringify({ ok: true, data: { cdr: record }, requestId: 'req_1' }));

/** All entries of a page except the last, which names the page. */
const entries = Array.from({ length: PAGE_SIZE - 1 }, (_, index) =>
  JSON.stringify({ ...listEntry(`cdr_${String(index).padStart(20, '0')}`), id: `id_${index}` }),
).join(',');
const LAST = '@last@';
const lastEntry = JSON.stringify({ ...listEntry(LAST), id: LAST });

function pageEntries(token: string): string {
  return `[${entries},${lastEntry.replaceAll(LAST, token)}]`;
}

type Write = (token: string, more: boolean) => string;

/** The form of a page in each service: ours, Stripe, Notion, OpenAI. */
const writers: readonly (readonly [path: string, cursor: string, write: Write])[] = [
  [
    '/v1/domains/',
    'pageToken',
    (token, more) =>
      `{"ok":true,"data":{"cdrs":${pageEntries(token)}${more ? `,"nextPageToken":"${token}"` : ''}},"requestId":"r"}`,
  ],
  [
    '/v1/customers',
    'starting_after',
    (token, more) =>
      `{"object":"list","url":"/v1/customers","has_more":${more},"data":${pageEntries(token)}}`,
  ],
  [
    '/v1/users',
    'start_cursor',
    (token, more) =>
      `{"object":"list","results":${pageEntries(token)},"has_more":${more},"next_cursor":${more ? `"${token}"` : 'null'}}`,
  ],
  [
    '/files',
    'after',
    (token, more) => `{"object":"list","data":${pageEntries(token)},"has_more":${more}}`,
  ],
];

function pageOf(url: URL): string | undefined {
  const [, cursor, write] = writers.find(([path]) => url.pathname.startsWith(path)) ?? [];
  if (cursor === undefined || write === undefined) return undefined;
  const page = Number(url.searchParams.get(cursor)?.replace('page_', '') ?? 0) + 1;
  return write(`page_${page}`, page < PAGES);
}

const server = createServer((request, response) => {
  const page = pageOf(new URL(request.url ?? '/', 'http://localhost'));
  const body = page === undefined ? one : Buffer.from(page, 'latin1');
  const answer = (): void => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': body.length,
    });
    response.end(body);
  };
  request.resume();
  if (DELAY_MS > 0) setTimeout(answer, DELAY_MS);
  else answer();
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
