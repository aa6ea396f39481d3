import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebhookHandlerOptions } from '../../src/webhooks/handler/handler-options.ts';
import { WebhookTimeoutError } from '../../src/webhooks/handler/webhook-timeout-error.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { NOW_MS, SECRET } from './delivery-fixture.ts';
import { delivery, gate, handlerUnderTest, settle } from './support/handler-under-test.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const now = (): number => NOW_MS;

/** Returns the status of the answer once there is one, without waiting for it. */
function watched(answer: Promise<Response>) {
  const seen: { status?: number } = {};
  void answer.then(({ status }) => {
    seen.status = status;
  });
  return seen;
}

/** A user's function that hangs until it is released, then does its work. */
type Hanging = (hang: Promise<void>) => Partial<WebhookHandlerOptions>;

function storeThatHangs(step: 'claim' | 'complete' | 'release'): Hanging {
  return (hang) => {
    const store = memoryStore({ now });
    const slow = async (...args: never[]) => {
      await hang;
      return (store[step] as (...all: never[]) => Promise<unknown>)(...args);
    };
    const onEvent = step === 'release' ? vi.fn(() => Promise.reject(new Error('no'))) : vi.fn();
    return { store: { ...store, [step]: slow }, onEvent };
  };
}

const HANGING: Readonly<Record<'verify' | 'claim' | 'event' | 'complete' | 'release', Hanging>> = {
  verify: (hang) => ({ secret: () => hang.then(() => SECRET) }),
  claim: storeThatHangs('claim'),
  event: (hang) => ({ onEvent: vi.fn(() => hang) }),
  complete: storeThatHangs('complete'),
  release: storeThatHangs('release'),
};

describe('the handler answers in time', () => {
  it.each(Object.entries(HANGING))('503 after 15 s where %s hangs', async (step, hanging) => {
    const { open, opened } = gate();
    const { handle, onError } = handlerUnderTest(hanging(opened));
    const seen = watched(handle(delivery()));
    await settle();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(seen.status).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.status).toBe(503);
    const late: [unknown, unknown] | undefined = onError.mock.calls.at(-1) as never;
    expect(late?.[0]).toBeInstanceOf(WebhookTimeoutError);
    expect(late?.[0]).toMatchObject({ answerWithinMs: 15_000 });
    expect(late?.[1]).toEqual(step === 'verify' ? { step } : { step, webhookId: 'wh_1' });
    open();
  });

  it('and the work continues: the next attempt finds it done, and runs nothing', async () => {
    for (const step of ['verify', 'claim', 'event', 'complete'] as const) {
      const { open, opened } = gate();
      const onEvent = vi.fn();
      const hung = handlerUnderTest({ onEvent, ...HANGING[step](opened) });
      const seen = watched(hung.handle(delivery()));
      await settle();
      await vi.advanceTimersByTimeAsync(15_000);
      expect(seen.status).toBe(503);
      open();
      await settle();
      const again = hung.handle(delivery());
      expect((await again).status, step).toBe(200);
      expect(hung.onError).toHaveBeenCalledTimes(1);
    }
  });

  it('and what fails after the answer goes to onError, and lets the next attempt run', async () => {
    const { fail, opened } = gate();
    const onEvent = vi.fn(() => opened);
    const { handle, onError } = handlerUnderTest({ onEvent });
    const seen = watched(handle(delivery()));
    await settle();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(seen.status).toBe(503);
    const broken = new Error('no queue');
    fail(broken);
    await settle();
    expect(onError).toHaveBeenCalledTimes(2);
    expect(onError.mock.calls[1]).toEqual([broken, { step: 'event', webhookId: 'wh_1' }]);
    onEvent.mockImplementation(() => Promise.resolve());
    expect((await handle(delivery())).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  it.each(['onRejected', 'onError'] as const)('also where %s hangs', async (hook) => {
    const never = () => new Promise<void>(() => undefined);
    const { handle } = handlerUnderTest({
      [hook]: vi.fn(never),
      onEvent: () => Promise.reject(new Error('no queue')),
    });
    const broken = delivery();
    if (hook === 'onRejected') broken.headers.delete('x-svc-signature');
    const seen = watched(handle(broken));
    await settle();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(seen.status).toBe(503);
  });

  it('within answerWithinMs where it is set, for the body too, which is then a 408', async () => {
    const { handle, onError } = handlerUnderTest({ answerWithinMs: 4000 });
    const cancel = vi.fn();
    const body = new ReadableStream({ cancel });
    const init = { method: 'POST', body, duplex: 'half' } as const;
    const seen = watched(handle(new Request('http://localhost/', init)));
    await settle();
    await vi.advanceTimersByTimeAsync(3999);
    expect(seen.status).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(seen.status).toBe(408);
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(onError.mock.calls.map(([, failure]) => failure as unknown)).toEqual([{ step: 'body' }]);
  });

  it('and leaves no timer behind, which would keep a process alive', async () => {
    const { handle, onEvent } = handlerUnderTest();
    await handle(delivery());
    onEvent.mockRejectedValue(new Error('no queue'));
    await handle(delivery({ webhookId: 'wh_2' }));
    await handle(new Request('http://localhost/', { method: 'POST', body: 'unsigned' }));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('whatever hangs or fails, for however long', () => {
  /** How many milliseconds a step takes, and whether it then fails. */
  const step = fc.record({
    ms: fc.constantFrom(0, 1, 5000, 14_999, 15_000, 24_000, 60_000),
    fails: fc.boolean(),
  });
  const steps = fc.record({ secret: step, claim: step, event: step, complete: step });

  it('the answer comes in time, is 2xx only for what is completed, and nothing is lost', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const base = memoryStore({ now });
        const done = new Set<string>();
        const slowly = async <T>(at: keyof typeof plan, act: () => T): Promise<Awaited<T>> => {
          const { ms, fails } = plan[at];
          if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
          if (fails) throw new Error(at);
          return await act();
        };
        const runs = vi.fn();
        const { handle, onError } = handlerUnderTest({
          secret: () => slowly('secret', () => SECRET),
          store: {
            claim: (id, claim) => slowly('claim', () => base.claim(id, claim)),
            release: (id, claim) => base.release(id, claim),
            complete: (id, claim) =>
              slowly('complete', async () => {
                await base.complete(id, claim);
                done.add(id);
              }),
          },
          onEvent: () => slowly('event', runs),
        });
        let status = 0;
        let doneWhenAnswered = false;
        void handle(delivery()).then((answer) => {
          status = answer.status;
          doneWhenAnswered = done.has('wh_1');
        });
        await settle();
        await vi.advanceTimersByTimeAsync(15_000);
        await settle();
        expect(status).toBeGreaterThanOrEqual(200);
        if (status < 300) expect(doneWhenAnswered).toBe(true);
        await vi.advanceTimersByTimeAsync(300_000);
        await settle();
        expect(done.has('wh_1')).toBe(Object.values(plan).every(({ fails }) => !fails));
        expect(runs.mock.calls.length).toBeGreaterThanOrEqual(done.size);
        expect(onError.mock.calls.length === 0).toBe(status === 200);
      }),
      { numRuns: 100 },
    );
  });
});
