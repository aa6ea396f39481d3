import { describe, expect, it } from 'vitest';
import type { ListCdrsData } from '../../src/contract/endpoints/list-cdrs.ts';
import { expectNoListener } from './support/expect-clean.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { type HostileServer, startHostileServer } from './support/hostile-server.ts';
import { createWorld } from './support/hostile-world.ts';
import { answerWith } from './support/plays.ts';

expectNoTimerLeft();

const ENTRY = {
  cdrId: 'cdr_1',
  domainId: 'example.com',
  domain: 'quotes.example.com',
  createdAt: 1,
  contentType: 'image/png',
  size: 4,
  collected: false,
};

/** Answers each request by its page token; `''` is the first page. */
function servePages(
  server: HostileServer,
  next: (token: string) => string | undefined,
  entries = 1,
): string[] {
  const asked: string[] = [];
  server.script = () => async (exchange) => {
    const request = await exchange.read();
    if (request === undefined) return;
    const url = new URL(request.target, server.url);
    const token = url.searchParams.get('pageToken') ?? '';
    asked.push(token);
    const nextPageToken = next(token);
    const cdrs = Array.from({ length: entries }, () => ENTRY);
    const data = { cdrs, ...(nextPageToken !== undefined && { nextPageToken }) };
    const body = Buffer.from(JSON.stringify({ ok: true, data, requestId: `req_${token}` }));
    answerWith(exchange.socket, { status: 200, headers: [], body });
  };
  return asked;
}

/** Walks to the end, or until an error. */
async function walk(
  server: HostileServer,
  options: { prefetch?: 0 | 1; pageToken?: string } = {},
): Promise<{ pages: ListCdrsData[]; error: unknown }> {
  const { client } = createWorld(server);
  const { signal } = new AbortController();
  const pages: ListCdrsData[] = [];
  let error: unknown;
  try {
    for await (const page of client.cdrs.list('example.com', { signal, ...options }).pages()) {
      pages.push(page);
    }
  } catch (reason) {
    error = reason;
  }
  expectNoListener(signal);
  await server.idle();
  return { pages, error };
}

describe.each([0, 1] as const)('a walk with prefetch %i', (prefetch) => {
  it.each([
    ['the same token each time', { '': 'a', a: 'a' }, ['', 'a'], 'a'],
    ['two tokens in turn', { '': 'a', a: 'b', b: 'a' }, ['', 'a', 'b'], 'b'],
    ['a circle of three', { '': 'a', a: 'b', b: 'c', c: 'a' }, ['', 'a', 'b', 'c'], 'c'],
    [
      'a circle of three after a way in',
      { '': 'x', x: 'a', a: 'b', b: 'c', c: 'a' },
      ['', 'x', 'a', 'b', 'c'],
      'c',
    ],
  ] as const)('is ended by %s', async (_, circle, asked, last) => {
    await using server = await startHostileServer();
    const seen = servePages(server, (token) => (circle as Record<string, string>)[token]);
    const { pages, error } = await walk(server, { prefetch });
    expect(error).toMatchObject({
      name: 'PaginationError',
      reason: 'repeated_token',
      outcome: 'done',
      operation: 'cdrs.list',
      pageToken: last,
      attempts: asked.length,
      requestId: `req_${last}`,
    });
    expect(seen).toEqual(asked);
    expect(pages).toHaveLength(asked.length);
  });

  it('is ended by the token it began with', async () => {
    await using server = await startHostileServer();
    const seen = servePages(server, (token) => (token === 'a' ? 'b' : 'a'));
    const { error } = await walk(server, { prefetch, pageToken: 'a' });
    expect(error).toMatchObject({ reason: 'repeated_token', pageToken: 'b' });
    expect(seen).toEqual(['a', 'b']);
  });

  it('continues over three hundred empty pages', async () => {
    await using server = await startHostileServer();
    const seen = servePages(
      server,
      (token) => (Number(token) < 300 ? String(Number(token) + 1) : undefined),
      0,
    );
    const { pages, error } = await walk(server, { prefetch });
    expect(error).toBeUndefined();
    expect(pages).toHaveLength(301);
    expect(seen).toHaveLength(301);
  });

  it('follows no empty token, which would ask for the first page again', async () => {
    await using server = await startHostileServer();
    const seen = servePages(server, () => '');
    const { error } = await walk(server, { prefetch });
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', outcome: 'done' });
    expect(String(error)).toContain('data.nextPageToken is missing or malformed');
    expect(seen).toEqual(['']);
  });
});

describe('a list with a bound', () => {
  it('is refused where there is more, at the page that went over it', async () => {
    await using server = await startHostileServer();
    const seen = servePages(server, (token) => String(Number(token) + 1), 2);
    const { client } = createWorld(server);
    const list = client.cdrs.list('example.com', { prefetch: 1 });
    await expect(list.toArray({ limit: 3 })).rejects.toMatchObject({
      name: 'PaginationError',
      reason: 'limit',
      pageToken: '1',
    });
    await server.idle();
    expect(seen.slice(0, 2)).toEqual(['', '1']);
    expect(seen.length).toBeLessThanOrEqual(3);
  });
});
