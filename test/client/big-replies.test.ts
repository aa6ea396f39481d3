import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints } from '../../src/contract/endpoints.ts';
import { issuesOf } from '../../src/contract/issue.ts';
import { cutLists } from '../../src/transport/cut-lists.ts';
import { envelopeReader } from '../../src/transport/read-reply.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import { ok, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { entry } from './support/operations.ts';

const MANY = 200_000;
const odd: Readonly<Record<string, unknown>> = {
  zero: 0,
  null: null,
  'empty object': {},
  'empty list': [],
  'entry of its id alone': { cdrId: 'cdr_1' },
};

function listOf(each: unknown, count = MANY): unknown[] {
  return Array.from({ length: count }, () => each);
}

/** Returns the total number of entries in all lists of a value. */
function entriesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, each) => sum + entriesIn(each), 0);
  return inside + (Array.isArray(value) ? value.length : 0);
}

describe('a reply of very many entries', () => {
  it.each(Object.entries(odd))('each a %s: is an answer, and asked for once', async (_, each) => {
    const events: TraceEvent[] = [];
    const fetch = playing(ok({ cdrs: listOf(each) }));
    const client = clientWith(fetch, { trace: (event) => events.push(event) });
    const page = await client.cdrs.list('example.com').page();
    expect(page.cdrs).toHaveLength(MANY);
    const paths = events.filter(({ type }) => type === 'reply-mismatch').map(({ path }) => path);
    expect(paths).toHaveLength(100);
    expect(paths[0]).toMatch(/^cdrs\.0/);
    expect(fetch.seen).toHaveLength(1);
  });

  it.each(Object.entries(odd))('each a %s: with `throw`, it is done', async (_, each) => {
    const fetch = playing(ok({ cdrs: listOf(each) }));
    const client = clientWith(fetch, { validateReplies: 'throw' });
    const error = await failureOf(client.cdrs.list('example.com').page());
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', outcome: 'done', attempts: 1 });
    expect(fetch.seen).toHaveLength(1);
  });

  it('says where it was no longer looked at, when what is wrong stands there', async () => {
    const events: TraceEvent[] = [];
    const fetch = playing(ok({ domains: [...listOf('a.example'), 7] }));
    const client = clientWith(fetch, { trace: (event) => events.push(event) });
    expect(await client.domains.list()).toHaveLength(MANY + 1);
    const told = events.filter(({ type }) => type === 'reply-mismatch');
    expect(told.map(({ path }) => path)).toEqual(['domains.100']);
  });

  it('that fits is taken whole, in silence', async () => {
    const events: TraceEvent[] = [];
    const fetch = playing(ok({ domains: listOf('a.example') }));
    const client = clientWith(fetch, { trace: (event) => events.push(event) });
    expect(await client.domains.list()).toHaveLength(MANY);
    expect(events.some(({ type }) => type === 'reply-mismatch')).toBe(false);
  });

  it('costs no more to check than a page can hold', () => {
    const nested = listOf({ ...entry, autoMetadata: { phones: listOf(0, 500), names: [] } }, 500);
    const cut = cutLists({ cdrs: nested });
    expect(entriesIn(cut.value)).toBeLessThanOrEqual(4000);
    const schema = endpoints.listCdrs.data?.() as z.ZodMiniType;
    expect(issuesOf(schema, cut.value, Infinity).length).toBeLessThan(20_000);
  });

  it('is cut the same way whatever it is', () => {
    const json = fc.jsonValue({ maxDepth: 6 }).chain((leaf) =>
      fc.array(fc.constant(leaf), { minLength: 0, maxLength: 300 }).map((list) => ({
        list,
        lists: [list, { deeper: list }],
        leaf,
      })),
    );
    fc.assert(
      fc.property(json, (value) => {
        const cut = cutLists(value);
        expect(entriesIn(cut.value)).toBeLessThanOrEqual(4000);
        if (cut.cutAt.length === 0) expect(cut.value).toEqual(value);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a reply that cannot be checked', () => {
  it('is done all the same, because it came whole', async () => {
    const row = {
      ...endpoints.collectCdr,
      data: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    };
    const response = Response.json({ ok: true, data: { cdrId: 'cdr_1' }, requestId: 'req_1' });
    const { signal } = new AbortController();
    const mismatch = (): void => undefined;
    const reading = await envelopeReader(row)(response, {
      signal,
      validateReplies: 'warn',
      mismatch,
    });
    expect(reading).toMatchObject({ kind: 'unexpected', done: true, data: { cdrId: 'cdr_1' } });
  });
});
