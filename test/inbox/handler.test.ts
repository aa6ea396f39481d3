import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import type { InboxHandlerOptions } from '../../src/webhooks/handler/handler-options.ts';
import { createWebhookHandler, type WebhookInbox } from '../../src/webhooks/index.ts';
import { sqliteInbox } from '../../src/webhooks/sqlite.ts';
import { NOW_MS, SECRET } from '../webhooks/delivery-fixture.ts';
import { delivery } from '../webhooks/support/handler-under-test.ts';

const now = () => NOW_MS;

function receiver(changes: Partial<InboxHandlerOptions> = {}) {
  const enqueue = vi.fn();
  const onError = vi.fn();
  const inbox = sqliteInbox(new DatabaseSync(':memory:'), { enqueue });
  const handle = createWebhookHandler({ secret: SECRET, inbox, now, onError, ...changes });
  const post = async (event?: Record<string, unknown>) => (await handle(delivery(event))).status;
  const records = (): unknown[] => enqueue.mock.calls.map(([, record]): unknown => record);
  return { post, records, onError };
}

const broken = (take: WebhookInbox['take']): Partial<InboxHandlerOptions> => ({
  inbox: { ...sqliteInbox(':memory:', { enqueue: vi.fn() }), take },
});

describe('createWebhookHandler with an inbox', () => {
  it('enqueues each record once, and answers every attempt 200', async () => {
    const { post, records } = receiver();
    expect([await post(), await post(), await post({ cdrId: 'cdr_2', webhookId: 'wh_2' })]).toEqual(
      [200, 200, 200],
    );
    expect(records()).toEqual([
      { cdrId: 'cdr_1', domainId: 'example.com', via: 'webhook' },
      { cdrId: 'cdr_2', domainId: 'example.com', via: 'webhook' },
    ]);
  });

  it('goes by the cdrId: a second event for one record enqueues nothing', async () => {
    const { post, records } = receiver();
    expect([await post(), await post({ webhookId: 'wh_2' })]).toEqual([200, 200]);
    expect(records()).toHaveLength(1);
  });

  it.each([undefined, 7, null])('loses no event over a domainId of %j', async (domainId) => {
    const { post, records } = receiver();
    expect(await post({ domainId })).toBe(200);
    expect(records()).toEqual([{ cdrId: 'cdr_1', domainId: undefined, via: 'webhook' }]);
  });

  it('answers 503 where the inbox fails, and names the step to onError', async () => {
    const failure = new Error('the database is away');
    const { post, onError } = receiver(broken(() => Promise.reject(failure)));
    expect(await post()).toBe(503);
    expect(onError.mock.calls).toEqual([[failure, { step: 'inbox', webhookId: 'wh_1' }]]);
  });

  it.each([undefined, null, true, 1, 'duplicate', 'New', {}])(
    'answers 503 where an inbox of one’s own gives %j',
    async (taken) => {
      const { post, onError } = receiver(broken(() => Promise.resolve(taken as never)));
      expect(await post()).toBe(503);
      expect(onError).toHaveBeenCalledOnce();
    },
  );

  it('answers 503 in time where the inbox hangs', async () => {
    const options = { ...broken(() => new Promise(() => undefined)), answerWithinMs: 1 };
    const { post, onError } = receiver(options);
    expect(await post()).toBe(503);
    expect(onError.mock.calls[0]?.[1]).toEqual({ step: 'inbox', webhookId: 'wh_1' });
  });

  it('passes an event of another name to onOther, and answers 500 if that fails', async () => {
    const onOther = vi.fn();
    const { post, records, onError } = receiver({ onOther });
    const other = { event: 'cdr.shared', cdrId: undefined };
    expect(await post(other)).toBe(200);
    const told = { webhookId: 'wh_1', signedAt: NOW_MS, claimId: expect.any(String) };
    expect(onOther.mock.calls).toEqual([[expect.objectContaining({ event: 'cdr.shared' }), told]]);
    onOther.mockRejectedValue(new Error('no'));
    expect(await post(other)).toBe(500);
    expect(onError.mock.calls[0]?.[1]).toEqual({ step: 'event', webhookId: 'wh_1' });
    expect(records()).toEqual([]);
  });

  it('acknowledges an event of another name where no one asks for it', async () => {
    const { post, records } = receiver();
    expect(await post({ event: 'cdr.shared' })).toBe(200);
    expect(records()).toEqual([]);
  });

  it('accepts nothing that was not signed', async () => {
    const { records } = receiver();
    const handle = createWebhookHandler({
      secret: 'another',
      inbox: sqliteInbox(':memory:', { enqueue: () => expect.unreachable() }),
      now,
    });
    expect((await handle(delivery())).status).toBe(401);
    expect(records()).toEqual([]);
  });

  it.each<[string, object]>([
    ['store', { store: 'queue' }],
    ['onEvent', { onEvent: () => undefined }],
    ['leaseSeconds', { leaseSeconds: 5 }],
    ['onOthers', { onOthers: () => undefined }],
    ['onOther', { onOther: 'log' }],
    ['inbox.take', { inbox: {} }],
  ])('refuses a %s beside it, or a bad one', (path, changes) => {
    const inbox = sqliteInbox(':memory:', { enqueue: () => undefined });
    const make = () => createWebhookHandler({ secret: SECRET, inbox, ...changes } as never);
    expect(make).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }));
  });
});

describe("createWebhookHandler with store: 'queue'", () => {
  it('passes every attempt to the queue, with an id that distinguishes them', async () => {
    const onEvent = vi.fn();
    const handle = createWebhookHandler({ secret: SECRET, store: 'queue', onEvent, now });
    const statuses = [await handle(delivery()), await handle(delivery())].map((r) => r.status);
    expect(statuses).toEqual([200, 200]);
    const ids = onEvent.mock.calls.map(([, { webhookId }]) => webhookId as string);
    expect(ids).toEqual(['wh_1', 'wh_1']);
  });

  it('is sent again where the queue fails', async () => {
    const onEvent = vi.fn().mockRejectedValueOnce(new Error('away'));
    const handle = createWebhookHandler({ secret: SECRET, store: 'queue', onEvent, now });
    const statuses = [await handle(delivery()), await handle(delivery())].map((r) => r.status);
    expect(statuses).toEqual([500, 200]);
  });

  it('is not any other text', () => {
    const make = () =>
      createWebhookHandler({ secret: SECRET, store: 'redis' as never, onEvent: vi.fn() });
    expect(make).toThrow('store: expected "queue" or a store');
  });
});
