import { vi } from 'vitest';
import { createWebhookHandler } from '../../../src/webhooks/handler/handler.ts';
import type { WebhookHandlerOptions } from '../../../src/webhooks/handler/handler-options.ts';
import { memoryStore } from '../../../src/webhooks/store/memory-store.ts';
import { eventBody, NOW_MS, SECRET, signedHeaders } from '../delivery-fixture.ts';

/** Makes a correctly signed delivery of the event `wh_1`, with these changes. */
export function delivery(changes: Record<string, unknown> = {}): Request {
  const body = eventBody(changes);
  const init = { method: 'POST', body, headers: signedHeaders(body) };
  return new Request('http://localhost/hook', init);
}

/** Makes a handler over a memory store; `time` is the clock of both. */
export function handlerUnderTest(changes: Partial<WebhookHandlerOptions> = {}) {
  const hooks = { onEvent: vi.fn(), onRejected: vi.fn(), onError: vi.fn() };
  const time = { now: NOW_MS };
  const now = () => time.now;
  const store = memoryStore({ now });
  const options = { secret: SECRET, store, now, ...hooks, ...changes };
  return { ...hooks, time, store, handle: createWebhookHandler(options) };
}

/** Returns a promise, and the functions that settle it. */
export function gate<T = void>() {
  let open: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const opened = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { open, fail, opened };
}

/** Waits until everything has happened that waits for no timer. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
