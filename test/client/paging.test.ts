import { getEventListeners } from 'node:events';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListCdrsOptions } from '../../src/resources/cdr-list-query.ts';
import { type PageSource, walkPages } from '../../src/resources/pagination.ts';
import {
  page as gatewayPage,
  hanging,
  no,
  ok,
  playing,
  type SeenRequest,
} from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { entry } from './support/operations.ts';

const pageOf = (ids: string[], nextPageToken?: string) =>
  ok({
    cdrs: ids.map((cdrId) => ({ ...entry, cdrId })),
    ...(nextPageToken !== undefined && { nextPageToken }),
  });
const tokenOf = ({ url }: SeenRequest) => new URL(url).searchParams.get('pageToken');

async function idsOf(list: AsyncIterable<{ cdrId: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { cdrId } of list) ids.push(cdrId);
  return ids;
}

describe('a walk (spec §4.2 rule 4)', () => {
  it('sends nothing until it is used, and walks again each time', async () => {
    const fetch = playing(pageOf(['a']));
    const list = clientWith(fetch).cdrs.list('example.com');
    expect(fetch.seen).toHaveLength(0);
    expect(await idsOf(list)).toEqual(['a']);
    expect(await idsOf(list)).toEqual(['a']);
    expect(fetch.seen).toHaveLength(2);
  });

  it('visits every entry once, whatever the pages look like, prefetching or not', async () => {
    const pages = fc.array(fc.array(fc.string(), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        pages,
        fc.constantFrom(0 as const, 1 as const),
        async (contents, prefetch) => {
          const fetch = playing(
            ...contents.map((ids, index) =>
              pageOf(ids, index + 1 < contents.length ? `t${index}` : undefined),
            ),
          );
          const list = clientWith(fetch).cdrs.list('example.com', { prefetch });
          expect(await idsOf(list)).toEqual(contents.flat());
          expect(fetch.seen).toHaveLength(contents.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps filter, size and order over all pages', async () => {
    const fetch = playing(pageOf(['a'], 't1'), pageOf(['b']));
    await idsOf(
      clientWith(fetch).cdrs.list('example.com', {
        pageSize: 7,
        metadata: { key: 'k y', value: '' },
      }),
    );
    for (const { url } of fetch.seen) {
      expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
        pageSize: '7',
        metadataKey: 'k y',
        metadataValue: '',
      });
      expect(new URL(url).searchParams.has('order')).toBe(false);
    }
    await clientWith(fetch).cdrs.list('example.com', { order: 'asc' }).page();
    expect(fetch.seen.at(-1)?.url).toBe(
      'https://api.example.com/v1/domains/example.com/cdrs?order=asc',
    );
  });

  it('uses the options as they were, even if the object changes later', async () => {
    const fetch = playing(pageOf(['a'], 't1'), pageOf(['b']));
    const options: ListCdrsOptions = { pageSize: 7, metadata: { key: 'k', value: 'v' } };
    const list = clientWith(fetch).cdrs.list('example.com', options);
    options.pageSize = 8;
    Object.assign(options.metadata ?? {}, { value: 'w' });
    await idsOf(list);
    for (const { url } of fetch.seen) {
      expect(new URL(url).search).toMatch(/^\?pageSize=7&.*metadataKey=k&metadataValue=v$/);
    }
  });

  it('begins at pageToken', async () => {
    const fetch = playing(pageOf(['b']));
    expect(await idsOf(clientWith(fetch).cdrs.list('example.com', { pageToken: 't1' }))).toEqual([
      'b',
    ]);
    expect(fetch.seen.map(tokenOf)).toEqual(['t1']);
  });

  it('hands pages on as they came', async () => {
    const fetch = playing(pageOf([], 't1'), pageOf(['b']));
    const pages: unknown[] = [];
    for await (const page of clientWith(fetch).cdrs.list('example.com').pages()) pages.push(page);
    expect(pages).toEqual([
      { cdrs: [], nextPageToken: 't1' },
      { cdrs: [{ ...entry, cdrId: 'b' }] },
    ]);
  });

  it('may be asked for several entries at once', async () => {
    const fetch = playing(pageOf(['a'], 't1'), pageOf(['b']));
    const walk = clientWith(fetch).cdrs.list('example.com')[Symbol.asyncIterator]();
    const results = await Promise.all([walk.next(), walk.next(), walk.next()]);
    expect(results.map(({ value }) => (value as { cdrId: string } | undefined)?.cdrId)).toEqual([
      'a',
      'b',
      undefined,
    ]);
  });
});

describe('a page token that comes a second time', () => {
  it.each([
    ['at once', ['t1', 't1'], undefined],
    ['after a round', ['t1', 't2', 't1'], undefined],
    ['as the one the walk began with', ['t0'], 't0'],
  ])('%s: a PaginationError, with prefetch too', async (_, tokens, pageToken) => {
    for (const prefetch of [0, 1] as const) {
      const fetch = playing(...tokens.map((token) => pageOf(['x'], token)));
      const error = await failureOf(
        idsOf(clientWith(fetch).cdrs.list('example.com', { prefetch, pageToken })),
      );
      expect(error).toMatchObject({
        name: 'PaginationError',
        reason: 'repeated_token',
        operation: 'cdrs.list',
        outcome: 'done',
        attempts: tokens.length,
        requestId: 'req_ok',
      });
      expect(fetch.seen).toHaveLength(tokens.length);
    }
  });
});

describe('an error of a walk', () => {
  it('carries the token to resume from, and leaves it out on the first page', async () => {
    for (const prefetch of [0, 1] as const) {
      const fetch = playing(pageOf(['a'], 't1'), pageOf(['b'], 't2'), no(400, 'INVALID_ARGUMENT'));
      const error = await failureOf(
        idsOf(clientWith(fetch).cdrs.list('example.com', { prefetch })),
      );
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', pageToken: 't2' });
      const first = clientWith(playing(no(404, 'NOT_FOUND'))).cdrs.list('example.com', {
        prefetch,
      });
      expect(await failureOf(idsOf(first))).not.toHaveProperty('pageToken');
    }
    const single = clientWith(playing(no(400, 'INVALID_ARGUMENT'))).cdrs.list('example.com', {
      pageToken: 't7',
    });
    expect(await failureOf(single.page())).toMatchObject({ pageToken: 't7' });
  });

  it('carries it too where the key function gives no key any more', async () => {
    let asked = 0;
    const apiKey = () => (asked++ === 0 ? 'id.secret' : 'malformed');
    const client = clientWith(playing(pageOf(['a'], 't1')), { apiKey });
    expect(await failureOf(idsOf(client.cdrs.list('example.com')))).toMatchObject({
      name: 'InvalidInputError',
      pageToken: 't1',
    });
  });

  it('comes after the entries that were had before it', async () => {
    const fetch = playing(pageOf(['a'], 't1'), no(404, 'NOT_FOUND'));
    const seen: string[] = [];
    const walk = async () => {
      for await (const { cdrId } of clientWith(fetch).cdrs.list('example.com', { prefetch: 1 })) {
        seen.push(cdrId);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    expect(await failureOf(walk())).toMatchObject({ pageToken: 't1' });
    expect(seen).toEqual(['a']);
  });

  it('limits hold for each page', async () => {
    const fetch = playing(gatewayPage(503), pageOf(['a'], 't1'), gatewayPage(503), pageOf(['b']));
    expect(await idsOf(clientWith(fetch, { maxRetries: 1 }).cdrs.list('example.com'))).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('prefetch: 1', () => {
  it('requests one page ahead while the present one is used, and no more', async () => {
    const fetch = playing(pageOf(['a'], 't1'), pageOf(['b'], 't2'), pageOf(['c']));
    const counts: number[] = [];
    for await (const _ of clientWith(fetch).cdrs.list('example.com', { prefetch: 1 })) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      counts.push(fetch.seen.length);
    }
    expect(counts).toEqual([2, 3, 3]);
  });

  it('without it, a page is asked for when it is needed', async () => {
    const fetch = playing(pageOf(['a'], 't1'), pageOf(['b']));
    const counts: number[] = [];
    for await (const _ of clientWith(fetch).cdrs.list('example.com'))
      counts.push(fetch.seen.length);
    expect(counts).toEqual([1, 2]);
  });

  it('is aborted when the walk is left, and reports nothing', async () => {
    const fetch = playing(pageOf(['a'], 't1'), hanging);
    const { signal } = new AbortController();
    for await (const _ of clientWith(fetch).cdrs.list('example.com', { prefetch: 1, signal }))
      break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetch.seen[1]?.signal.aborted).toBe(true);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('signal', () => {
  it('ends a walk and leaves no listener', async () => {
    for (const prefetch of [0, 1] as const) {
      const controller = new AbortController();
      const fetch = playing(pageOf(['a'], 't1'), hanging);
      const walk = async () => {
        for await (const _ of clientWith(fetch).cdrs.list('example.com', {
          prefetch,
          signal: controller.signal,
        })) {
          setTimeout(() => {
            controller.abort('enough');
          }, 5);
        }
      };
      expect(await failureOf(walk())).toMatchObject({
        name: 'AbortError',
        cause: 'enough',
        pageToken: 't1',
      });
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    }
  });
});

describe('toArray', () => {
  it('takes up to limit entries', async () => {
    const fetch = playing(pageOf(['a', 'b'], 't1'), pageOf([], 't2'), pageOf([]));
    expect(await clientWith(fetch).cdrs.list('example.com').toArray({ limit: 2 })).toHaveLength(2);
    expect(fetch.seen).toHaveLength(3);
  });

  it('more is a PaginationError, never a cut list', async () => {
    const fetch = playing(pageOf(['a', 'b'], 't1'), pageOf(['c'], 't2'), hanging);
    const error = await failureOf(clientWith(fetch).cdrs.list('example.com').toArray({ limit: 2 }));
    expect(error).toMatchObject({
      name: 'PaginationError',
      reason: 'limit',
      callId: expect.stringMatching(/^call_/),
      pageToken: 't1',
      attempts: 2,
    });
    expect(fetch.seen).toHaveLength(2);
  });

  it.each([
    undefined,
    {},
    { limit: 0 },
    { limit: 1.5 },
    { limit: Number.POSITIVE_INFINITY },
    { limit: '5' },
  ])('demands a limit: %j', async (bound) => {
    const fetch = playing(pageOf(['a']));
    const work = clientWith(fetch)
      .cdrs.list('example.com')
      .toArray(bound as { limit: number });
    expect(await failureOf(work)).toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: 'limit' }],
    });
    expect(fetch.seen).toHaveLength(0);
  });
});

describe('what list() refuses, at its first use', () => {
  it.each([
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: 101 }, 'pageSize'],
    [{ pageSize: 1.5 }, 'pageSize'],
    [{ pageSize: '20' }, 'pageSize'],
    [{ order: 'ASC' }, 'order'],
    [{ order: 'asc', metadata: { key: 'k', value: 'v' } }, 'order'],
    [{ metadata: { key: 'k' } }, 'metadata.value'],
    [{ metadata: { value: 'v' } }, 'metadata.key'],
    [{ metadata: { key: '', value: 'v' } }, 'metadata.key'],
    [{ metadata: { key: 'k', value: undefined } }, 'metadata.value'],
    [{ metadata: { key: 'k', value: 'v', other: 1 } }, 'metadata.other'],
    [{ metadata: { key: 'k', value: 'half a \ud83d' } }, 'metadata.value'],
    [{ metadata: { key: '\udc00', value: 'v' } }, 'metadata.key'],
    [{ metadata: 'k=v' }, 'metadata'],
    [{ pageToken: '' }, 'pageToken'],
    [{ pageToken: 7 }, 'pageToken'],
    [{ prefetch: 2 }, 'prefetch'],
    [{ pagesize: 5 }, 'pagesize'],
    [null, 'options'],
  ])('%j', async (options, path) => {
    const fetch = playing(pageOf([]));
    const list = clientWith(fetch).cdrs.list('example.com', options as object);
    const uses = [
      () => list.page(),
      () => idsOf(list),
      () => list.pages().next(),
      () => list.toArray({ limit: 1 }),
    ];
    for (const use of uses) {
      expect(await failureOf(use())).toMatchObject({
        name: 'InvalidInputError',
        issues: [{ path }],
        operation: 'cdrs.list',
      });
    }
    expect(fetch.seen).toHaveLength(0);
  });

  it('a domain that is no identifier', async () => {
    const list = clientWith(playing(pageOf([]))).cdrs.list('a/b');
    expect(await failureOf(list.page())).toMatchObject({ issues: [{ path: 'domainId' }] });
  });
});

describe('a walk that would not end', () => {
  it('is given up after a million pages, whose token is on the error', async () => {
    let asked = 0;
    const source: PageSource<{ nextPageToken: string }> = {
      operation: 'cdrs.list',
      clock: { now: () => asked, sleep: async () => undefined },
      pageToken: undefined,
      prefetch: 0,
      signal: undefined,
      fetch: async () => ({
        data: { nextPageToken: `t${++asked}` },
        attempts: 1,
        callId: `call_${asked}`,
      }),
    };
    const walk = async () => {
      for await (const _ of walkPages(source));
    };
    expect(await failureOf(walk())).toMatchObject({
      name: 'PaginationError',
      reason: 'too_many_pages',
      attempts: 1_000_000,
      elapsedMs: 1_000_000,
      pageToken: 't1000000',
      message: expect.stringContaining('1000000'),
    });
  });

  it('sends nothing where the signal is aborted already', async () => {
    for (const prefetch of [0, 1] as const) {
      const fetch = playing(pageOf(['a']));
      const signal = AbortSignal.abort('enough');
      const error = await failureOf(
        idsOf(clientWith(fetch).cdrs.list('example.com', { prefetch, signal })),
      );
      expect(error).toMatchObject({ name: 'AbortError', cause: 'enough', outcome: 'not_sent' });
      expect(fetch.seen).toHaveLength(0);
    }
  });
});
