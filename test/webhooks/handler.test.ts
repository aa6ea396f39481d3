import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { WebhookVerificationError } from '../../src/errors/webhook-verification-error.ts';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import type { WebhookHandlerOptions } from '../../src/webhooks/handler/handler-options.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { eventBody, NOW_MS, now, signedHeaders } from './delivery-fixture.ts';
import { delivery, gate, handlerUnderTest } from './support/handler-under-test.ts';

function post(
  body: string | ReadableStream<Uint8Array> | null,
  headers: Record<string, string> = {},
): Request {
  return new Request('http://localhost/hook', { method: 'POST', body, headers, duplex: 'half' });
}

function failingStore(step: 'claim' | 'complete' | 'release') {
  const down = new Error(`${step} is down`);
  return { down, store: { ...memoryStore({ now }), [step]: () => Promise.reject(down) } };
}

describe('the handler acknowledges (6.3)', () => {
  it('what onEvent took in, with an empty 200', async () => {
    const { handle, onEvent, onRejected, onError } = handlerUnderTest();
    const response = await handle(delivery());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(onEvent.mock.calls).toEqual([
      [
        JSON.parse(eventBody()),
        { webhookId: 'wh_1', signedAt: NOW_MS, claimId: expect.any(String) },
      ],
    ]);
    expect(onRejected).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });

  it('a delivery that was completed before, and runs nothing', async () => {
    const { handle, onEvent } = handlerUnderTest();
    await handle(delivery());
    expect((await handle(delivery())).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('an event whose name it does not know, through onEvent too', async () => {
    const { handle, onEvent } = handlerUnderTest();
    expect((await handle(delivery({ event: 'cdr.archived' }))).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('by the id in the body: the one in the header is unsigned', async () => {
    const { handle, onEvent } = handlerUnderTest();
    const body = eventBody();
    for (const id of ['x', 'y']) await handle(post(body, signedHeaders(body, { id })));
    expect(onEvent).toHaveBeenCalledTimes(1);
  });
});

describe('the handler runs onEvent once', () => {
  it('for a hundred identical deliveries at the same time', async () => {
    const { open, opened } = gate();
    const onEvent = vi.fn(() => opened);
    const { handle } = handlerUnderTest({ onEvent });
    const answers = Array.from({ length: 100 }, () => handle(delivery()));
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    open();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(onEvent).toHaveBeenCalledTimes(1);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect((await handle(delivery())).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('and answers 503 while the same delivery is already being processed', async () => {
    const { open, opened } = gate();
    const onEvent = vi.fn(() => opened);
    const { handle, onError } = handlerUnderTest({ onEvent });
    const first = handle(delivery());
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    expect((await handle(delivery())).status).toBe(503);
    expect(onError).not.toHaveBeenCalled();
    open();
    expect((await first).status).toBe(200);
  });
});

describe('the handler has the service send again', () => {
  it('with 500 when onEvent fails, and the next attempt runs it', async () => {
    const broken = new Error('no queue');
    const onEvent = vi.fn().mockRejectedValueOnce(broken);
    const { handle, onError } = handlerUnderTest({ onEvent });
    expect((await handle(delivery())).status).toBe(500);
    expect(onError.mock.calls).toEqual([[broken, { step: 'event', webhookId: 'wh_1' }]]);
    expect((await handle(delivery())).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  it('with 500 when onEvent throws before it returns a promise', async () => {
    const { handle } = handlerUnderTest({
      onEvent: () => {
        throw new Error('at once');
      },
    });
    expect((await handle(delivery())).status).toBe(500);
  });

  it.each(['claim', 'complete'] as const)('with 503 when store.%s fails', async (step) => {
    const { store, down } = failingStore(step);
    const { handle, onError, onEvent } = handlerUnderTest({ store });
    expect((await handle(delivery())).status).toBe(503);
    expect(onError.mock.calls).toEqual([[down, { step, webhookId: 'wh_1' }]]);
    expect(onEvent).toHaveBeenCalledTimes(step === 'claim' ? 0 : 1);
  });

  it('with 500 when the release after a failure fails as well', async () => {
    const { store, down } = failingStore('release');
    const broken = new Error('no queue');
    const { handle, onError } = handlerUnderTest({ store, onEvent: () => Promise.reject(broken) });
    expect((await handle(delivery())).status).toBe(500);
    expect(onError.mock.calls).toEqual([
      [broken, { step: 'event', webhookId: 'wh_1' }],
      [down, { step: 'release', webhookId: 'wh_1' }],
    ]);
  });

  it('with 503 when the store is full', async () => {
    const { handle, onError } = handlerUnderTest({ store: memoryStore({ maxIds: 1, now }) });
    await handle(delivery());
    expect((await handle(delivery({ webhookId: 'wh_2' }))).status).toBe(503);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('with 503 when the store answers what no store may', async () => {
    const store = { ...memoryStore({ now }), claim: async () => undefined as never };
    const { handle, onEvent } = handlerUnderTest({ store });
    expect((await handle(delivery())).status).toBe(503);
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('with 503 when the secret function fails', async () => {
    const down = new Error('vault is down');
    const { handle, onError } = handlerUnderTest({ secret: () => Promise.reject(down) });
    expect((await handle(delivery())).status).toBe(503);
    expect(onError.mock.calls).toEqual([[down, { step: 'verify' }]]);
  });

  it('and leaves alone a claim that is no longer its own', async () => {
    const release = vi.fn(() => Promise.resolve());
    const time = { now: NOW_MS };
    const store = { ...memoryStore({ now: () => time.now }), release };
    const { handle } = handlerUnderTest({
      store,
      now: () => time.now,
      onEvent: () => {
        time.now += 25_000;
        throw new Error('too late');
      },
    });
    expect((await handle(delivery())).status).toBe(500);
    expect(release).not.toHaveBeenCalled();
  });
});

describe('the handler refuses', () => {
  const body = eventBody();
  const signed = signedHeaders(body);
  const { 'X-SVC-Signature': _, ...unsigned } = signed;
  const noEvent = '[]';
  const stale = post(body, signedHeaders(body, { timestamp: String(NOW_MS / 1000 - 301) }));
  it.each([
    ['an unsigned delivery', post(body, unsigned), 401, 'missing_signature'],
    ['a changed body', post(`${body} `, signed), 401, 'signature_mismatch'],
    ['a stale one', stale, 401, 'stale_timestamp'],
    ['an empty one', post(null, signed), 401, 'signature_mismatch'],
    [
      'a signed body that is no event',
      post(noEvent, signedHeaders(noEvent)),
      400,
      'malformed_event',
    ],
  ])('%s, and gives the reason to onRejected only', async (_name, request, status, reason) => {
    const { handle, onRejected, onEvent, onError } = handlerUnderTest();
    const response = await handle(request);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
    expect(onRejected).toHaveBeenCalledTimes(1);
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject({ reason });
    expect(onEvent).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });

  it('everything with 500 while no secret is configured', async () => {
    const { handle, onRejected } = handlerUnderTest({ secret: undefined });
    expect((await handle(delivery())).status).toBe(500);
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject({ reason: 'no_secret' });
  });

  it.each(['GET', 'PUT', 'HEAD', 'OPTIONS'])('%s with 405 and Allow: POST', async (method) => {
    const { handle } = handlerUnderTest();
    const response = await handle(new Request('http://localhost/hook', { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('a request whose body was read before, at once, with 500', async () => {
    const used = delivery();
    await used.json();
    const locked = delivery();
    locked.body?.getReader();
    for (const request of [used, locked]) {
      const { handle, onRejected } = handlerUnderTest();
      expect((await handle(request)).status).toBe(500);
      expect(onRejected.mock.calls[0]?.[0]).toMatchObject({ reason: 'body_parsed' });
    }
  });
});

describe('the handler given a request of another library', () => {
  it('says so at once where the body is a stream of Node: node-fetch', async () => {
    const { headers } = delivery();
    const { handle, onError, onRejected } = handlerUnderTest();
    const body = Readable.from([Buffer.from('{}')]);
    const request = { method: 'POST', headers, body, bodyUsed: false, arrayBuffer: () => body };
    expect((await handle(request as never)).status).toBe(500);
    const hint = expect.stringContaining('node-fetch') as unknown;
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject({ reason: 'body_parsed', hint });
    expect(onError).not.toHaveBeenCalled();
  });

  it.each<[string, unknown, string]>([
    ['a promise', Promise.resolve(delivery().headers), 'a promise: await it'],
    ['pairs', [...delivery().headers], 'a list'],
  ])('names headers that are %s', async (_name, headers, named) => {
    const { handle, onError } = handlerUnderTest();
    const { body } = delivery();
    const request = { method: 'POST', headers, body, bodyUsed: false, arrayBuffer: () => body };
    expect((await handle(request as never)).status).not.toBe(200);
    const error: unknown = onError.mock.calls[0]?.[0];
    expect(error).toMatchObject({ name: 'InvalidInputError' });
    expect(String(error)).toContain(named);
  });
});

describe('the handler given what a framework calls a route with', () => {
  const received = { method: 'POST', url: '/', headers: delivery().headers };
  const calls: Readonly<Record<string, unknown>> = {
    'an event with the request in it: SvelteKit, Astro, React Router, Elysia': {
      request: delivery(),
      params: {},
    },
    'a context with the request further in: Hono': { req: { raw: delivery(), method: 'POST' } },
    'an event with a method and headers of its own: h3 in Nuxt': { ...received, node: {} },
    'a request of node:http: Express': { ...received, headers: {}, body: Buffer.from('{}') },
    'an event of a gateway: AWS Lambda': { headers: {}, body: '{}', isBase64Encoded: false },
  };

  it.each(Object.entries(calls))('says so at once: %s', async (_name, call) => {
    const { handle, onError, onRejected, onEvent } = handlerUnderTest();
    const response = await handle(call as Request);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('');
    expect(onRejected.mock.calls).toEqual([[expect.any(WebhookVerificationError)]]);
    const hint = expect.stringMatching('the Request in it') as unknown;
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject({ reason: 'body_parsed', hint });
    expect(onError).not.toHaveBeenCalled();
    expect(onEvent).not.toHaveBeenCalled();
  });
});

describe('the handler bounds a body', () => {
  /** Makes endless pieces of a body, and counts them. */
  function pieces(size: number) {
    const sent = { bytes: 0, cancelled: false };
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent.bytes += size;
        controller.enqueue(new Uint8Array(size));
      },
      cancel() {
        sent.cancelled = true;
      },
    });
    return { sent, stream };
  }

  it('cuts one that never ends soon after maxBodyBytes, with 413', async () => {
    const { sent, stream } = pieces(1000);
    const { handle, onRejected } = handlerUnderTest({ maxBodyBytes: 10_000 });
    expect((await handle(post(stream, signedHeaders('x')))).status).toBe(413);
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject({ reason: 'body_too_large' });
    expect(sent.cancelled).toBe(true);
    expect(sent.bytes).toBeLessThanOrEqual(13_000);
  });

  it('reads nothing of one that announces too much', async () => {
    const { sent, stream } = pieces(1000);
    const { handle } = handlerUnderTest({ maxBodyBytes: 10_000 });
    expect((await handle(post(stream, { 'content-length': '10001' }))).status).toBe(413);
    expect(sent.bytes).toBeLessThanOrEqual(1000);
  });

  it('takes one of exactly maxBodyBytes, and no byte more', async () => {
    const size = Buffer.byteLength(eventBody());
    const exact = handlerUnderTest({ maxBodyBytes: size });
    expect((await exact.handle(delivery())).status).toBe(200);
    const short = handlerUnderTest({ maxBodyBytes: size - 1 });
    expect((await short.handle(delivery())).status).toBe(413);
  });

  it('takes 4 MiB by default, and not more', async () => {
    const { handle } = handlerUnderTest();
    const large = (bytes: number) => {
      const empty = Buffer.byteLength(eventBody({ fill: '' }));
      return delivery({ fill: 'x'.repeat(bytes - empty) });
    };
    expect((await handle(large(4 * 1024 * 1024))).status).toBe(200);
    expect((await handle(large(4 * 1024 * 1024 + 1))).status).toBe(413);
  });

  it('puts one together that comes byte by byte', async () => {
    const body = eventBody({ fill: 'ü'.repeat(20_000) });
    const bytes = new TextEncoder().encode(body);
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at === bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(at, ++at));
      },
    });
    const { handle, onEvent } = handlerUnderTest();
    expect((await handle(post(stream, signedHeaders(body)))).status).toBe(200);
    expect(onEvent.mock.calls[0]?.[0]).toEqual(JSON.parse(body));
  });

  it('gives up one that stops coming, with 408', async () => {
    const cancel = vi.fn();
    const { handle, onError, onRejected } = handlerUnderTest({ bodyTimeoutMs: 30 });
    const response = await handle(post(new ReadableStream({ cancel })));
    expect(response.status).toBe(408);
    expect(cancel).toHaveBeenCalled();
    expect(onError.mock.calls[0]?.[1]).toEqual({ step: 'body' });
    expect(onRejected).not.toHaveBeenCalled();
  });

  it('answers 408 to one that breaks off', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('reset'));
      },
    });
    const { handle, onError } = handlerUnderTest();
    expect((await handle(post(broken))).status).toBe(408);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: 'reset' });
  });
});

describe('hooks that fail', () => {
  it.each([
    [
      'throw',
      () => () => {
        throw new Error('log is full');
      },
    ],
    ['reject', () => () => Promise.reject(new Error('log is full'))],
  ])('that %s change no answer', async (_, make) => {
    const hooks = { onRejected: make(), onError: make() };
    const rejecting = handlerUnderTest(hooks);
    expect((await rejecting.handle(post('x'))).status).toBe(401);
    const failing = handlerUnderTest({
      ...hooks,
      onEvent: () => Promise.reject(new Error('no queue')),
    });
    expect((await failing.handle(delivery())).status).toBe(500);
  });

  it('may be left out', async () => {
    const { handle } = handlerUnderTest({
      onRejected: undefined,
      onError: undefined,
      onEvent: () => Promise.reject(new Error('no queue')),
    });
    expect((await handle(post('x'))).status).toBe(401);
    expect((await handle(delivery())).status).toBe(500);
  });
});

describe('createWebhookHandler refuses options that make no sense', () => {
  it.each<[string, Record<string, unknown>]>([
    ['store', { store: undefined }],
    ['store.claim', { store: { ...memoryStore(), claim: undefined } }],
    ['store.release', { store: { claim() {}, complete() {} } }],
    ['onEvent', { onEvent: undefined }],
    ['onRejected', { onRejected: 'log' }],
    ['onError', { onError: 5 }],
    ['now', { now: 5 }],
    ['maxBodyBytes', { maxBodyBytes: 0 }],
    ['maxBodyBytes', { maxBodyBytes: Number.POSITIVE_INFINITY }],
    ['bodyTimeoutMs', { bodyTimeoutMs: 20_001 }],
    ['answerWithinMs', { answerWithinMs: 20_001 }],
    ['answerWithinMs', { answerWithinMs: 0 }],
    ['leaseSeconds', { leaseSeconds: 0 }],
    ['leaseSeconds', { leaseSeconds: 25.5 }],
    ['leaseSeconds', { leaseSeconds: 3601 }],
    ['toleranceSeconds', { toleranceSeconds: Number.NaN }],
    ['futureToleranceSeconds', { futureToleranceSeconds: -1 }],
    ['toleranceSecond', { toleranceSecond: 30 }],
  ])('%s: %j', (path, changes) => {
    let thrown: unknown;
    try {
      handlerUnderTest(changes as Partial<WebhookHandlerOptions>);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InvalidInputError);
    expect((thrown as InvalidInputError).issues.map((issue) => issue.path)).toContain(path);
  });

  it.each([undefined, null, 'x'])('options that are %j', (options) => {
    expect(() => createWebhookHandler(options as never)).toThrow('options: expected an object');
  });

  it('but not a missing secret, because a build has no secret', () => {
    expect(() => handlerUnderTest({ secret: undefined })).not.toThrow();
  });
});
