import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import type { WebhookHandlerOptions } from '../../src/webhooks/handler/handler-options.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { WebhookClaimLostError } from '../../src/webhooks/store/webhook-claim-lost-error.ts';
import { NOW_MS, now, SECRET } from './delivery-fixture.ts';
import { delivery, gate, handlerUnderTest, settle } from './support/handler-under-test.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process that takes a delivery and dies: it never answers, completes or releases. */
const dies = (): Promise<never> => new Promise(() => undefined);

describe('the lease of a claim', () => {
  it.each([
    [25, {}],
    [40, { leaseSeconds: 40 }],
  ])('holds %d s with %j, then the next attempt runs', async (seconds, options) => {
    const onEvent = vi.fn<() => unknown>(dies);
    const { handle, time } = handlerUnderTest({ onEvent, ...options });
    void handle(delivery());
    await settle();
    expect(onEvent).toHaveBeenCalledTimes(1);
    onEvent.mockImplementation(() => undefined);
    time.now = NOW_MS + seconds * 1000 - 1;
    expect((await handle(delivery())).status).toBe(503);
    time.now = NOW_MS + seconds * 1000;
    expect((await handle(delivery())).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  it('ends before the next attempt of the service, so that a death uses up no attempt (6.3)', async () => {
    let processes = 0;
    const store = memoryStore({ now: () => mock.clock.now() });
    const onEvent = vi.fn<WebhookHandlerOptions['onEvent']>();
    const mock = createMockService({
      now: NOW_MS,
      webhookFetch: async (url: string, init: RequestInit) => {
        processes += 1;
        const died = processes === 1;
        const options = { secret: SECRET, store, now: () => mock.clock.now() };
        const handle = createWebhookHandler({ ...options, onEvent: died ? dies : onEvent });
        const answer = handle(new Request(url, init));
        if (!died) return answer;
        await settle();
        throw new Error('socket hang up');
      },
    });
    const webhook = { url: 'https://hooks.example.com/', secret: SECRET };
    mock.capture(mock.addOrganization({ name: 'Acme Solar', webhook }), presets.checkedBox());
    await mock.clock.advance({ hours: 1 });
    const [sent] = mock.webhookDeliveries();
    expect(sent?.state).toBe('delivered');
    expect(sent?.attempts.map(({ status }) => status)).toEqual([undefined, 200]);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });
});

describe('a completion that comes too late', () => {
  it('is reported to onError where another claim has completed the delivery, and is a 200', async () => {
    const first = gate();
    const onEvent = vi.fn<() => unknown>(() => first.opened);
    const { handle, time, onError } = handlerUnderTest({ onEvent });
    const slow = handle(delivery());
    await settle();
    time.now += 25_000;
    onEvent.mockImplementation(() => undefined);
    expect((await handle(delivery())).status).toBe(200);
    expect(onError).not.toHaveBeenCalled();
    first.open();
    expect((await slow).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
    expect(onError).toHaveBeenCalledTimes(1);
    const [error, failure] = onError.mock.calls[0] ?? [];
    expect(error).toBeInstanceOf(WebhookClaimLostError);
    expect(error).toMatchObject({ webhookId: 'wh_1', completed: true });
    expect(failure).toEqual({ step: 'complete', webhookId: 'wh_1' });
  });

  it('is reported to onError where another claim is still working, and is a 503', async () => {
    const [first, second] = [gate(), gate()];
    const onEvent = vi.fn<() => unknown>(() => first.opened);
    const { handle, time, onError } = handlerUnderTest({ onEvent });
    const slow = handle(delivery());
    await settle();
    time.now += 25_000;
    onEvent.mockImplementation(() => second.opened);
    const next = handle(delivery());
    await settle();
    first.open();
    expect((await slow).status).toBe(503);
    expect(onError.mock.calls.map(([error]) => error as unknown)).toEqual([
      expect.objectContaining({ name: 'WebhookClaimLostError', completed: false }),
    ]);
    second.open();
    expect((await next).status).toBe(200);
  });

  it('is a 503 with any other error of the store, one that says "completed" too', async () => {
    const down = Object.assign(new Error('down'), { completed: true });
    const store = { ...memoryStore({ now }), complete: () => Promise.reject(down) };
    const { handle, onError } = handlerUnderTest({ store });
    expect((await handle(delivery())).status).toBe(503);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});
