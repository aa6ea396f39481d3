import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metrics, SpanStatusCode, trace } from '@opentelemetry/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConsentEvidence } from '../../src/client/client.ts';
import type { ConsentEvidenceOptions } from '../../src/client/client-settings.ts';
import { openTelemetry } from '../../src/otel/index.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import { startTelemetry } from '../otel/support/telemetry.ts';
import {
  brokenConnection,
  no,
  ok,
  type Play,
  page,
  playing,
  refusedConnection,
  reply,
} from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { cdr, received } from './support/operations.ts';

const telemetry = startTelemetry();

const record = { ...cdr, size: 4, collected: true, downloadUrl: 'https://store.example/i?sig=x' };
const described = (changes: object): Play => ok({ cdr: { ...record, ...changes } });
const image =
  (bytes: number): Play =>
  () =>
    new Response('x'.repeat(bytes), { headers: { 'content-type': record.contentType } });
const leaving =
  (controller: AbortController): Play =>
  ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
      controller.abort(new Error('the person left'));
    });

interface Way {
  readonly ends: string;
  readonly as: string;
  readonly plays: readonly Play[];
  readonly call: (client: ConsentEvidence) => PromiseLike<unknown>;
  readonly options?: ConsentEvidenceOptions;
}

const download = (client: ConsentEvidence) => client.cdrs.download('cdr_1');
const get = (client: ConsentEvidence) => client.cdrs.get('cdr_1');
const receive = (client: ConsentEvidence) => client.shares.receive('tok_1');
const dashboard = (client: ConsentEvidence) => client.shares.dashboardUrl('tok_1');
const redirect: Play = () =>
  new Response(null, { status: 302, headers: { location: 'https://dashboard.example/claim/t' } });

const left = new AbortController();

const ways: readonly Way[] = [
  { ends: 'a read', as: 'ok', plays: [described({})], call: get },
  { ends: 'a receive', as: 'ok', plays: [ok(received)], call: receive },
  { ends: 'a download', as: 'ok', plays: [described({}), image(4)], call: download },
  { ends: 'a dashboard address', as: 'ok', plays: [redirect], call: dashboard },
  { ends: 'no redirect', as: 'UnexpectedReplyError', plays: [page(200)], call: dashboard },
  { ends: 'a refusal', as: 'ApiError', plays: [no(404, 'NOT_FOUND')], call: get },
  { ends: 'a code of no version', as: 'ApiError', plays: [no(400, 'NEW_CODE')], call: get },
  { ends: 'a page', as: 'UnexpectedReplyError', plays: [page(502)], call: receive },
  {
    ends: 'a success without its data',
    as: 'UnexpectedReplyError',
    plays: [reply(200, { ok: true, requestId: 'r' })],
    call: receive,
  },
  { ends: 'a refused connection', as: 'ConnectionError', plays: [refusedConnection], call: get },
  { ends: 'a broken connection', as: 'ConnectionError', plays: [brokenConnection], call: receive },
  {
    ends: 'an abort',
    as: 'AbortError',
    plays: [leaving(left)],
    call: (client) => client.cdrs.get('cdr_1', { signal: left.signal }),
  },
  {
    ends: 'an abort before it began',
    as: 'AbortError',
    plays: [],
    call: (client) => client.cdrs.get('cdr_1', { signal: AbortSignal.abort() }),
  },
  {
    ends: 'a deadline that has passed',
    as: 'TimeoutError',
    plays: [],
    call: get,
    options: {
      deadlineMs: 5,
      apiKey: async () => 'kid.secret',
      clock: (() => {
        let at = 0;
        return { now: () => (at += 5), sleep: async () => undefined };
      })(),
    },
  },
  {
    ends: 'a key function that fails',
    as: 'ConnectionError',
    plays: [],
    call: get,
    options: { apiKey: () => Promise.reject(new Error('no vault')) },
  },
  {
    ends: 'a key function that gives no key',
    as: 'InvalidInputError',
    plays: [],
    call: get,
    options: { apiKey: () => 'none' },
  },
  {
    ends: 'a record that is not collected',
    as: 'EvidenceUnavailableError',
    plays: [ok({ cdr: { ...cdr, size: 4, collected: false } })],
    call: download,
  },
  {
    ends: 'a Dev Mode record',
    as: 'EvidenceUnavailableError',
    plays: [ok({ cdr: { ...cdr, size: 4, collected: false, devMode: true } })],
    call: download,
  },
  {
    ends: 'an image too large for memory',
    as: 'EvidenceUnavailableError',
    plays: [described({ size: 2 ** 30 })],
    call: download,
  },
  {
    ends: 'an unsafe address of an image',
    as: 'UnexpectedReplyError',
    plays: [described({ downloadUrl: 'http://store.example/i' })],
    call: download,
  },
  {
    ends: 'too short an image',
    as: 'EvidenceUnavailableError',
    plays: [described({}), image(3)],
    call: download,
  },
  {
    ends: 'too long an image',
    as: 'EvidenceUnavailableError',
    plays: [described({}), image(5)],
    call: download,
  },
  {
    ends: 'a store that refuses twice',
    as: 'UnexpectedReplyError',
    plays: [described({}), page(403), described({}), page(403)],
    call: download,
  },
];

/** Makes the call. Returns its error, its events, and what OpenTelemetry was told. */
async function ended({ plays, call, options = {} }: Way) {
  const events: TraceEvent[] = [];
  const toOtel = openTelemetry({ trace, metrics });
  telemetry.exporter.reset();
  const before = await callsByType();
  const client = clientWith(playing(...plays), {
    maxRetries: 0,
    ...options,
    trace: (event) => {
      events.push(event);
      toOtel(event);
    },
  });
  const error = await Promise.resolve(call(client)).then(
    () => undefined,
    (reason: unknown) => reason as Error & { outcome?: string; code?: string; callId?: string },
  );
  const after = await callsByType();
  const counted = [...after].flatMap(([type, count]) =>
    count > (before.get(type) ?? 0) ? [type] : [],
  );
  return { error, events, counted, spans: telemetry.spans() };
}

async function callsByType(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { metric, attributes, value } of await telemetry.points()) {
    if (metric !== 'consent_evidence.calls') continue;
    const type = String(attributes['error.type'] ?? 'ok');
    counts.set(type, (counts.get(type) ?? 0) + Number(value));
  }
  return counts;
}

describe('a call that ends with', () => {
  it.each(ways)('$ends is told as $as by its trace, its span and its metrics', async (way) => {
    const { error, events, counted, spans } = await ended(way);
    const outcome = error === undefined ? 'ok' : error.outcome;
    expect(error?.name ?? 'ok').toBe(way.as);
    const done = events.at(-1);
    expect(done).toMatchObject({ type: 'done', outcome });
    expect(done?.errorName).toBe(error?.name);
    if (error?.callId !== undefined) expect(done?.callId).toBe(error.callId);

    const type = error?.code === 'NOT_FOUND' ? 'NOT_FOUND' : way.as;
    const call = spans.findLast(({ attributes }) => attributes['consent_evidence.outcome']);
    expect(call?.attributes['error.type'] ?? 'ok').toBe(type);
    expect(call?.status.code === SpanStatusCode.ERROR).toBe(error !== undefined);
    expect(counted).toContain(type);
    // Each request of a call has its own end; an error is told once.
    expect(events.filter(({ errorName }) => errorName === error?.name && error)).toHaveLength(
      way.plays.length === 4 ? 2 : error === undefined ? 0 : 1,
    );
  });

  it('a file that cannot be put in its place is never told as ok', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ended-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    const path = join(folder, 'image.png');
    const blocking: Play = (request) => {
      mkdirSync(join(path, 'something'), { recursive: true }); // nothing can be renamed to it
      return image(4)(request);
    };
    const call = (client: ConsentEvidence) => client.cdrs.downloadTo('cdr_1', path);
    const way = { ends: '', as: '', plays: [described({}), blocking], call };
    const { error, events, counted } = await ended(way);
    expect(error).toBeInstanceOf(Error);
    expect(events.at(-1)).toMatchObject({ type: 'done', outcome: 'unknown', errorName: 'Error' });
    expect(counted).toContain('_OTHER');
  });

  it('a list that cannot be continued has pages that succeeded', async () => {
    const entries = { cdrs: [], nextPageToken: 'again' };
    const call = (client: ConsentEvidence) => client.cdrs.list('a.example').toArray({ limit: 9 });
    const { error, events } = await ended({ ends: '', as: '', plays: [ok(entries)], call });
    expect(error).toMatchObject({ name: 'PaginationError', callId: events.at(-1)?.callId });
    const ends = events.filter(({ type }) => type === 'done');
    expect(ends.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });
});
