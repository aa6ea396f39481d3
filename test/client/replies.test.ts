import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConsentEvidence } from '../../src/client/client.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import { brokenConnection, no, ok, type Play, playing, reply } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { cdr, entry, received } from './support/operations.ts';

const raw =
  (text: string, init?: ResponseInit): Play =>
  () =>
    new Response(text, init);

describe('the envelope (spec §2.1)', () => {
  it('"ok" decides, never the status', async () => {
    const failed = clientWith(playing(no(200, 'NOT_FOUND')));
    expect(await failureOf(failed.domains.list())).toMatchObject({
      code: 'NOT_FOUND',
      status: 200,
    });
    const fine = clientWith(
      playing(reply(404, { ok: true, data: { domains: ['a'] }, requestId: 'r' })),
    );
    expect(await fine.domains.list()).toEqual(['a']);
  });

  it('a requestId is read at the top on success and inside the error on failure', async () => {
    const { requestId } = await clientWith(playing(ok({ domains: [] })))
      .domains.list()
      .withResponse();
    expect(requestId).toBe('req_ok');
    expect(await failureOf(clientWith(playing(no(404, 'NOT_FOUND'))).domains.list())).toMatchObject(
      { requestId: 'req_no' },
    );
    const misplaced = reply(404, {
      ok: false,
      requestId: 'top',
      error: { code: 'NOT_FOUND', message: 'm' },
    });
    expect(await failureOf(clientWith(playing(misplaced)).domains.list())).not.toHaveProperty(
      'requestId',
    );
  });

  it('the requestId of an error without an answer is that of the last answered attempt', async () => {
    const failed = (requestId: string) =>
      reply(503, { ok: false, error: { code: 'DOWN', message: 'm', requestId } });
    const fetch = playing(failed('req_1'), failed('req_2'), brokenConnection);
    expect(await failureOf(clientWith(fetch).domains.list())).toMatchObject({
      name: 'ConnectionError',
      requestId: 'req_2',
    });
  });

  it.each([
    ['an empty body', ''],
    ['no JSON', 'fine'],
    ['a list', '[]'],
    ['null', 'null'],
    ['ok as text', '{"ok":"true","data":{}}'],
    ['no ok', '{"data":{}}'],
    ['a failure without an error', '{"ok":false}'],
    ['a failure whose code is no text', '{"ok":false,"error":{"code":404}}'],
  ])('%s is not the service’s answer', async (_, text) => {
    const error = await failureOf(clientWith(playing(raw(text))).cdrs.collect('cdr_1'));
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', outcome: 'unknown', status: 200 });
  });

  describe.each([
    ['cdrs.get', 'refused', (c: ConsentEvidence, id: string) => c.cdrs.get(id)],
    ['cdrs.collect', 'unknown', (c: ConsentEvidence, id: string) => c.cdrs.collect(id)],
    ['cdrs.download', 'refused', (c: ConsentEvidence, id: string) => c.cdrs.download(id)],
  ] as const)('%s', (operation, outcome, call) => {
    it.each(['cdr_other', 'CDR_1', 'cdr_1 ', ''])('refuses a reply about %j', async (cdrId) => {
      const collected = { cdrId, collected: true, alreadyCollected: false };
      const data = operation === 'cdrs.collect' ? collected : { cdr: { ...cdr, cdrId } };
      const fetch = playing(ok(data));
      const error = await failureOf(call(clientWith(fetch), 'cdr_1'));
      expect(error).toMatchObject({
        name: 'UnexpectedReplyError',
        operation,
        outcome,
        bodyText: '',
        requestId: 'req_ok',
      });
      expect(error).toHaveProperty('message', expect.stringContaining('about another record'));
      expect(error).toHaveProperty('data', undefined);
      expect(fetch.seen).toHaveLength(1);
    });
  });

  it('texts without end are bounded', async () => {
    const long = 'x'.repeat(5000);
    const message = no(404, 'NOT_FOUND', { message: long });
    const cut = (await failureOf(clientWith(playing(message)).cdrs.get('c'))) as Error;
    expect(cut.message.length).toBeLessThan(2200);
    expect(await failureOf(clientWith(playing(no(404, long))).cdrs.get('c'))).toMatchObject({
      name: 'UnexpectedReplyError',
    });
    const id = reply(200, { ok: true, data: { domains: [] }, requestId: long });
    const result = await clientWith(playing(id)).domains.list().withResponse();
    expect(result).not.toHaveProperty('requestId');
  });

  it('a failure without a message is one all the same', async () => {
    const bare = reply(404, { ok: false, error: { code: 'NOT_FOUND' } });
    expect(await failureOf(clientWith(playing(bare)).cdrs.get('c'))).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/^cdrs\.get: NOT_FOUND \(404\): /),
    });
  });

  it('a dashboard answer is read like any other where it is no redirect', async () => {
    const tooLong = () => new Response('x'.repeat(17 * 1024 * 1024));
    const odd: [Play, object][] = [
      [no(404, 'NOT_FOUND'), { name: 'ApiError', code: 'NOT_FOUND' }],
      [raw('<html>', { status: 200 }), { name: 'UnexpectedReplyError', status: 200 }],
      [ok({}), { name: 'UnexpectedReplyError', status: 200 }],
      [() => new Response(null, { status: 302 }), { name: 'UnexpectedReplyError', status: 302 }],
      [
        () => new Response(null, { status: 302, headers: { location: 'javascript:alert(1)' } }),
        { name: 'UnexpectedReplyError' },
      ],
      [tooLong, { name: 'UnexpectedReplyError', attempts: 1 }],
    ];
    for (const [play, expected] of odd) {
      const error = await failureOf(clientWith(playing(play)).shares.dashboardUrl('t'));
      expect(error).toMatchObject(expected);
    }
  });

  it('a redirect that the runtime hides is said to be hidden', async () => {
    const hidden = () =>
      Object.defineProperties(new Response(null), {
        type: { value: 'opaqueredirect' },
        status: { value: 0 },
      });
    const error = await failureOf(clientWith(playing(hidden)).shares.dashboardUrl('t'));
    expect((error as Error).message).toContain('hides the target of a redirect');
    expect(await failureOf(clientWith(playing(hidden)).domains.list())).toMatchObject({
      name: 'UnexpectedReplyError',
    });
  });

  it('a 204 without a body is not, either', async () => {
    const nothing = () => new Response(null, { status: 204 });
    expect(await failureOf(clientWith(playing(nothing)).domains.list())).toMatchObject({
      name: 'UnexpectedReplyError',
    });
  });

  it('a body of more than 16 MiB is cut off', async () => {
    const megabyte = new Uint8Array(1024 * 1024).fill(32);
    let sent = 0;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += 1;
            controller.enqueue(megabyte);
          },
        }),
      );
    const error = await failureOf(clientWith(playing(endless)).domains.list());
    expect(error).toMatchObject({ name: 'UnexpectedReplyError' });
    expect(sent).toBeLessThan(20);
  });

  it('a fetch that answers without streams is read all the same', async () => {
    const plain = {
      status: 200,
      headers: new Headers(),
      arrayBuffer: async () =>
        new TextEncoder().encode('{"ok":true,"data":{"domains":["é"]}}').buffer,
    };
    const client = clientWith(async () => plain as unknown as Response);
    expect(await client.domains.list()).toEqual(['é']);
  });

  it('a multi-byte character may be torn between two pieces', async () => {
    const bytes = new TextEncoder().encode('{"ok":true,"data":{"domains":["ü😀"]}}');
    const torn = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
            controller.close();
          },
        }),
      );
    expect(await clientWith(playing(torn)).domains.list()).toEqual(['ü😀']);
  });
});

describe('a result', () => {
  it('is the reply’s own data: unknown fields, null and __proto__ survive', async () => {
    const text = `{"ok":true,"requestId":"r","data":{"cdr":{"cdrId":"c","domainId":"d","domain":"d","createdAt":1,"contentType":"t","size":1,"collected":false,"organizationName":"o","capturedAt":1,"brandNew":{"a":null},"customMetadata":{"__proto__":{"polluted":true},"constructor":1}}}}`;
    const record = await clientWith(playing(raw(text))).cdrs.get('c');
    expect(JSON.stringify(record)).toBe(text.slice(text.indexOf('{"cdrId"'), -2));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.hasOwn(record.customMetadata ?? {}, '__proto__')).toBe(true);
  });

  it('of receive keeps what is new, too', async () => {
    const receipt = await clientWith(playing(ok({ ...received, brandNew: 1 }))).shares.receive(
      'tok_1',
    );
    expect(receipt).toEqual({
      ...received,
      brandNew: 1,
      replayPossible: false,
      acceptanceEvaluated: false,
    });
  });
});

describe('validateReplies', () => {
  const odd = { ...cdr, organizationName: 7, signerTelemetry: { ip: 1, userAgent: null } };

  it('"warn" returns the reply and reports the paths', async () => {
    const events: TraceEvent[] = [];
    const client = clientWith(playing(ok({ cdr: odd })), { trace: (event) => events.push(event) });
    expect(await client.cdrs.get('cdr_1')).toEqual(odd);
    expect(events.filter(({ type }) => type === 'reply-mismatch').map(({ path }) => path)).toEqual([
      'cdr.organizationName',
      'cdr.signerTelemetry.ip',
    ]);
  });

  it('"throw" refuses it: done, with the data on the error', async () => {
    const client = clientWith(playing(ok({ cdr: odd })), { validateReplies: 'throw' });
    const error = await failureOf(client.cdrs.get('cdr_1'));
    expect(error).toMatchObject({
      name: 'UnexpectedReplyError',
      outcome: 'done',
      requestId: 'req_ok',
    });
    expect((error as { data: unknown }).data).toEqual({ cdr: odd });
    expect((error as Error).message).toContain('cdr.organizationName');
  });

  it('an addition is no mismatch', async () => {
    const client = clientWith(playing(ok({ cdr: { ...cdr, brandNew: 1 }, more: 2 })), {
      validateReplies: 'throw',
    });
    expect(await client.cdrs.get('cdr_1')).toMatchObject({ brandNew: 1 });
  });

  it.each([
    ['domains.list', { domains: 'a' }],
    ['domains.list', {}],
    ['cdrs.list', { cdrs: {} }],
    ['cdrs.list', { cdrs: [], nextPageToken: 7 }],
    ['cdrs.list', { cdrs: [], nextPageToken: null }],
    ['cdrs.list', { cdrs: [], nextPageToken: '' }],
    ['cdrs.list', { cdrs: Array(101).fill(7), nextPageToken: '' }],
    ['cdrs.get', {}],
    ['cdrs.get', { cdr: 'x' }],
    ['cdrs.collect', { cdrId: 'c', collected: true }],
    ['cdrs.share', { token: 't', shareUrl: 7, expiresAt: 1 }],
    ['cdrs.share', { token: 't', shareUrl: '/v1/shares/t' }],
    ['shares.receive', { ...received, alreadyClaimed: 'no' }],
    ['shares.receive', { ...received, cdrId: undefined }],
    ['shares.receive', { ...received, cdrId: '' }],
  ] as const)('what %s needs is always checked: %j', async (operation, data) => {
    const client = clientWith(playing(ok(data)));
    const calls = {
      'domains.list': () => client.domains.list(),
      'cdrs.list': () => client.cdrs.list('example.com').page(),
      'cdrs.get': () => client.cdrs.get('c'),
      'cdrs.collect': () => client.cdrs.collect('c'),
      'cdrs.share': () => client.cdrs.share('c'),
      'shares.receive': () => client.shares.receive('t'),
    };
    expect(await failureOf(calls[operation]())).toMatchObject({
      name: 'UnexpectedReplyError',
      outcome: 'done',
    });
  });

  it('a list whose entry is odd is handed on', async () => {
    const client = clientWith(playing(ok({ cdrs: [{ ...entry, size: 'big' }, 7] })));
    expect((await client.cdrs.list('example.com').page()).cdrs).toHaveLength(2);
  });

  it('a page of nothing but odd entries reports a hundred of them', async () => {
    const trace = vi.fn<(event: TraceEvent) => void>();
    const client = clientWith(playing(ok({ cdrs: Array(150).fill(7) })), { trace });
    expect((await client.cdrs.list('example.com').page()).cdrs).toHaveLength(150);
    const told = trace.mock.calls.filter(([event]) => event.type === 'reply-mismatch');
    expect(told).toHaveLength(100);
  });
});

describe('the trace', () => {
  it('reports each step', async () => {
    const events: TraceEvent[] = [];
    const fetch = playing(
      no(503, 'BUSY', { headers: { 'retry-after': '4' } }),
      no(202, 'CDR_PENDING', { headers: { 'retry-after': '2' } }),
      ok(received),
    );
    await clientWith(fetch, { trace: (event) => events.push(event) }).shares.receive('tok_1');
    const at = Date.UTC(2026, 0, 5, 12);
    const { callId = '' } = events[0] ?? {};
    const common = { operation: 'shares.receive', callId };
    const server = 'api.example.com';
    const urlTemplate = '/v1/shares/:token';
    expect(events).toEqual([
      { ...common, type: 'start', attempt: 0, at, method: 'POST', urlTemplate, server },
      {
        ...common,
        type: 'attempt',
        attempt: 1,
        at,
        durationMs: 0,
        status: 503,
        code: 'BUSY',
        requestId: 'req_no',
      },
      { ...common, type: 'retry', attempt: 1, at, delayMs: 4000 },
      {
        ...common,
        type: 'attempt',
        attempt: 2,
        at: at + 4000,
        durationMs: 0,
        status: 202,
        code: 'CDR_PENDING',
        requestId: 'req_no',
      },
      { ...common, type: 'wait', attempt: 2, at: at + 4000, delayMs: 2000 },
      {
        ...common,
        type: 'attempt',
        attempt: 3,
        at: at + 6000,
        durationMs: 0,
        status: 200,
        requestId: 'req_ok',
      },
      {
        ...common,
        type: 'done',
        outcome: 'ok',
        attempt: 3,
        at: at + 6000,
        durationMs: 6000,
        status: 200,
        requestId: 'req_ok',
      },
    ]);
  });

  it('ends with "done" on a failure as well', async () => {
    const events: TraceEvent[] = [];
    await failureOf(
      clientWith(playing(no(404, 'NOT_FOUND')), { trace: (event) => events.push(event) }).cdrs.get(
        'c',
      ),
    );
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      status: 404,
      code: 'NOT_FOUND',
      requestId: 'req_no',
    });
  });

  it('that throws breaks nothing', async () => {
    const trace = () => {
      throw new Error('log is full');
    };
    expect(await clientWith(playing(ok({ domains: [] })), { trace }).domains.list()).toEqual([]);
  });

  it('that rejects a moment later ends neither the call nor the process', async () => {
    const trace = async (event: TraceEvent) => {
      await Promise.resolve();
      throw new Error(`no place for ${event.type}`);
    };
    const reported: unknown[] = [];
    const note = (reason: unknown) => reported.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    expect(await clientWith(playing(ok({ domains: [] })), { trace }).domains.list()).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reported).toEqual([]);
  });
});
