import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { settle } from '../webhooks/support/handler-under-test.ts';
import {
  brokenConnection,
  deaf,
  hanging,
  lateAnswer,
  no,
  ok,
  page,
  playing,
} from './support/answers.ts';
import { clientOf, clientWith, manualClock } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { operations } from './support/operations.ts';
import {
  ok as answer,
  breakOff,
  halfJson,
  html,
  reset,
  type ScriptedServer,
  silence,
  stall,
  startScriptedServer,
} from './support/scripted-server.ts';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

describe('timeoutMs', () => {
  it.each([
    ['no answer', silence],
    ['headers, then a stall', stall],
  ])('ends an attempt that gets %s', async (_, step) => {
    server.script(step);
    const client = clientOf(server.url, { timeoutMs: 80, maxRetries: 0 });
    expect(await failureOf(client.domains.list())).toMatchObject({
      name: 'TimeoutError',
      limit: 'timeoutMs',
      attempts: 1,
      outcome: 'unknown',
    });
  });

  it('ends a body that drips for ever', async () => {
    server.script((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    const client = clientOf(server.url, { timeoutMs: 80, maxRetries: 0 });
    expect(await failureOf(client.domains.list())).toMatchObject({ name: 'TimeoutError' });
  });

  it('ends an attempt whose fetch does not listen to its signal', async () => {
    const client = clientWith(playing(deaf), { timeoutMs: 10, maxRetries: 0 });
    expect(await failureOf(client.domains.list())).toMatchObject({ name: 'TimeoutError' });
  });

  it('lets go of the body of an answer that comes after the attempt has ended', async () => {
    const late = lateAnswer();
    const client = clientWith(playing(late.play), { timeoutMs: 10, maxRetries: 0 });
    await failureOf(client.domains.list());
    late.arrive();
    await late.isCancelled;
  });

  it('holds for one attempt, not for the call', async () => {
    const client = clientWith(playing(hanging, hanging, ok({ domains: [] })), { timeoutMs: 60 });
    expect(await client.domains.list()).toEqual([]);
  });

  it('bounds the key function as well', async () => {
    const apiKey = () => new Promise<string>(() => undefined);
    const fetch = playing(ok({ domains: [] }));
    const client = clientWith(fetch, { apiKey, timeoutMs: 10 });
    expect(await failureOf(client.domains.list())).toMatchObject({
      name: 'TimeoutError',
      outcome: 'not_sent',
      attempts: 0,
    });
    expect(fetch.seen).toHaveLength(0);
  });
});

describe('what a real connection does', () => {
  it('a reset and a body that breaks off count as no answer, and are repeated', async () => {
    for (const step of [reset, breakOff]) {
      server.arrivals.length = 0;
      server.script(step, answer({ domains: [] }));
      expect(await clientOf(server.url).domains.list()).toEqual([]);
      expect(server.arrivals).toHaveLength(2);
    }
  });

  it('a body that breaks off leaves a share in doubt, and is not repeated', async () => {
    server.script(breakOff);
    expect(await failureOf(clientOf(server.url).cdrs.share('cdr_1'))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      attempts: 1,
    });
  });

  it('truncated JSON that arrives whole is not the envelope, and is not repeated', async () => {
    server.script(halfJson);
    const error = await failureOf(clientOf(server.url).domains.list());
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', status: 200, attempts: 1 });
    expect((error as { bodyText: string }).bodyText).toBe('{"ok":true,"data":{');
  });

  it('a refused connection proves that nothing was sent', async () => {
    const gone = server.url;
    await server[Symbol.asyncDispose]();
    const error = await failureOf(clientOf(gone, { maxRetries: 0 }).cdrs.collect('cdr_1'));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent' });
    expect((error as Error).message).toContain('ECONNREFUSED');
    server = await startScriptedServer();
  });

  it('a gateway page keeps its status, its headers and its text', async () => {
    server.script(html(404, { 'x-gateway': 'g1' }));
    const error = await failureOf(clientOf(server.url).cdrs.get('cdr_1'));
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', status: 404 });
    const { headers, bodyText } = error as { headers: Headers; bodyText: string };
    expect(headers.get('x-gateway')).toBe('g1');
    expect(bodyText).toContain('Bad gateway');
  });

  it('a redirect is not followed, and only its origin is named', async () => {
    server.script((response) => {
      response.writeHead(307, { location: 'https://evil.example/take?key=1' }).end();
    });
    const error = await failureOf(clientOf(server.url).cdrs.collect('cdr_1'));
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', status: 307, outcome: 'unknown' });
    expect((error as Error).message).toContain('https://evil.example');
    expect((error as Error).message).not.toContain('/take');
    expect(server.arrivals).toHaveLength(1);
  });
});

describe('deadlineMs', () => {
  it('cuts an open attempt off on a real timer, and says which limit it was', async () => {
    const client = clientWith(playing(hanging), { deadlineMs: 20 });
    expect(await failureOf(client.domains.list())).toMatchObject({
      name: 'TimeoutError',
      limit: 'deadlineMs',
      attempts: 1,
    });
  });

  it('leaves less and less to each attempt', async () => {
    const clock = manualClock();
    const fetch = playing(page(503), hanging);
    const client = clientWith(fetch, { clock, deadlineMs: 550, timeoutMs: 5_000 });
    const began = performance.now();
    const error = await failureOf(client.domains.list({ maxRetries: 1 }));
    expect(error).toMatchObject({ name: 'TimeoutError', limit: 'deadlineMs' });
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('stops before a back-off that would pass it, with the last error', async () => {
    const clock = manualClock();
    const fetch = playing(page(503));
    const client = clientWith(fetch, { clock, deadlineMs: 100 });
    expect(await failureOf(client.domains.list())).toMatchObject({
      name: 'UnexpectedReplyError',
      attempts: 1,
    });
    expect(clock.sleeps).toEqual([]);
  });

  it.each([
    ['attempt', 0],
    ['attempt', 1],
    ['sleep', 0],
    ['sleep', 1],
  ] as const)('gets no time back from a clock that is put back in %s %i', async (when, nth) => {
    const clock = manualClock();
    const putBack = (at: string, n: number) => {
      if (at === when && n === nth) clock.at -= 3_600_000;
    };
    const waiting = no(202, 'CDR_PENDING', { headers: { 'retry-after': '2' } });
    const fetch = playing(async (request) => {
      putBack('attempt', fetch.seen.length - 1);
      return waiting(request);
    });
    const sleep = async (ms: number) => {
      await clock.sleep(ms);
      putBack('sleep', clock.sleeps.length - 1);
    };
    const durations: (number | undefined)[] = [];
    const client = clientWith(fetch, {
      clock: { now: clock.now, sleep },
      deadlineMs: 10_000,
      trace: ({ durationMs }) => durations.push(durationMs),
    });
    const error = await failureOf(client.shares.receive('tok_1', { pendingTimeoutMs: 100_000 }));
    expect(error).toMatchObject({ code: 'CDR_PENDING' });
    expect(clock.sleeps.length).toBeLessThanOrEqual(5);
    expect((error as { elapsedMs: number }).elapsedMs).toBeGreaterThanOrEqual(0);
    expect(durations.filter((each) => each !== undefined && each < 0)).toEqual([]);
  });

  it('stops at a Retry-After that would pass it, and says how long it was', async () => {
    const clock = manualClock();
    const fetch = playing(no(429, 'RATE_LIMITED', { headers: { 'retry-after': '60' } }));
    const client = clientWith(fetch, { clock, deadlineMs: 10_000 });
    expect(await failureOf(client.domains.list())).toMatchObject({
      retryAfterMs: 60_000,
      attempts: 1,
    });
    expect(clock.sleeps).toEqual([]);
  });

  it('waits as long as it is told where the deadline allows it', async () => {
    const clock = manualClock();
    const fetch = playing(
      no(429, 'RATE_LIMITED', { headers: { 'retry-after': '600' } }),
      ok({ domains: [] }),
    );
    const client = clientWith(fetch, { clock, deadlineMs: 700_000 });
    expect(await client.domains.list()).toEqual([]);
    expect(clock.sleeps).toEqual([600_000]);
  });

  it('does not send again when the sleep took longer than it was told', async () => {
    const clock = manualClock();
    clock.sleep = async () => {
      clock.at += 3_600_000;
    };
    const fetch = playing(page(503));
    const error = await failureOf(clientWith(fetch, { clock, deadlineMs: 60_000 }).domains.list());
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', attempts: 1 });
    expect(fetch.seen).toHaveLength(1);
  });

  it('sends nothing when the key function has used it up', async () => {
    const clock = manualClock();
    const apiKey = () => {
      clock.at += 5_000;
      return 'k.s';
    };
    const fetch = playing(ok({ domains: [] }));
    const error = await failureOf(
      clientWith(fetch, { clock, apiKey, deadlineMs: 5_000 }).domains.list(),
    );
    expect(error).toMatchObject({
      name: 'TimeoutError',
      limit: 'deadlineMs',
      outcome: 'not_sent',
      attempts: 0,
    });
    expect(fetch.seen).toHaveLength(0);
  });

  it('is not used up by a clock that stands still', async () => {
    const clock = { ...manualClock(), now: () => 0, sleep: async () => undefined };
    const fetch = playing(page(503), page(503), ok({ domains: [] }));
    expect(await clientWith(fetch, { clock, deadlineMs: 9_000 }).domains.list()).toEqual([]);
  });

  it('ends the call when an attempt has used it up, even if the clock stands still', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const clock = { ...manualClock(), now: () => 0, sleep: async () => undefined };
    const fetch = playing(hanging);
    const call = failureOf(clientWith(fetch, { clock, deadlineMs: 9_000 }).domains.list());
    await vi.advanceTimersByTimeAsync(9_000);
    expect(fetch.seen).toHaveLength(1);
    expect(await call).toMatchObject({ name: 'TimeoutError', limit: 'deadlineMs', attempts: 1 });
  });

  it('without one, a wait of more than five minutes is not taken', async () => {
    for (const [seconds, attempts] of [
      ['300', 2],
      ['301', 1],
    ] as const) {
      const fetch = playing(page(429, { 'retry-after': seconds }));
      const error = await failureOf(clientWith(fetch, { maxRetries: 1 }).domains.list());
      expect(error).toMatchObject({ attempts, retryAfterMs: Number(seconds) * 1000 });
    }
  });
});

describe('signal', () => {
  it('already aborted: nothing is sent', async () => {
    for (const operation of operations) {
      const fetch = playing(operation.success);
      const reason = new Error('shutting down');
      const error = await failureOf(
        operation.call(clientWith(fetch), { signal: AbortSignal.abort(reason) }),
      );
      expect(error).toMatchObject({ name: 'AbortError', outcome: 'not_sent', attempts: 0 });
      expect((error as Error).cause).toBe(reason);
      expect(fetch.seen).toHaveLength(0);
    }
  });

  it('ends an open attempt, which may have taken effect', async () => {
    const controller = new AbortController();
    const fetch = playing(hanging);
    const work = clientWith(fetch).cdrs.collect('cdr_1', { signal: controller.signal });
    setTimeout(() => {
      controller.abort('enough');
    }, 5);
    const error = await failureOf(work);
    expect(error).toMatchObject({ name: 'AbortError', outcome: 'unknown', cause: 'enough' });
  });

  it('ends a stalled body on a real connection', async () => {
    server.script(stall);
    const signal = AbortSignal.timeout(50);
    expect(await failureOf(clientOf(server.url).domains.list({ signal }))).toMatchObject({
      name: 'AbortError',
    });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('ends a back-off, even where the clock does not listen; the outcome is what was known', async () => {
    for (const [play, outcome] of [
      [page(429), 'refused'],
      [brokenConnection, 'unknown'],
    ] as const) {
      const controller = new AbortController();
      const sleep = () => {
        controller.abort('enough');
        return new Promise<void>(() => undefined);
      };
      const client = clientWith(playing(play), { clock: { now: () => 0, sleep } });
      const error = await failureOf(client.cdrs.collect('cdr_1', { signal: controller.signal }));
      expect(error).toMatchObject({ name: 'AbortError', outcome, attempts: 1, cause: 'enough' });
    }
  });

  it('keeps no listener after success, failure, retry or abort', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const listeners = () => getEventListeners(signal, 'abort').length;
    for (const operation of operations) {
      await operation.call(clientWith(playing(page(429), operation.success)), { signal });
      await failureOf(operation.call(clientWith(playing(no(404, 'NOT_FOUND'))), { signal }));
      await failureOf(operation.call(clientWith(playing(brokenConnection)), { signal }));
      await failureOf(operation.call(clientWith(playing(hanging), { timeoutMs: 5 }), { signal }));
      expect(listeners()).toBe(0);
    }
    const open = failureOf(clientWith(playing(hanging)).domains.list({ signal }));
    controller.abort();
    await open;
    expect(listeners()).toBe(0);
  });
});

describe('timers', () => {
  it('are all cleared when a call has ended, however it ended', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    const options = { timeoutMs: 60_000, deadlineMs: 60_000 };
    for (const play of [ok({ domains: [] }), no(404, 'NOT_FOUND'), page(502), brokenConnection]) {
      await clientWith(playing(play), options)
        .domains.list()
        .catch(() => undefined);
      expect(timers()).toBe(before);
    }
  });
});

describe('wrong limits', () => {
  it.each([
    ['timeoutMs', 0],
    ['timeoutMs', -1],
    ['timeoutMs', Number.NaN],
    ['timeoutMs', 2 ** 31],
    ['timeoutMs', '5'],
    ['deadlineMs', 0],
    ['deadlineMs', 2 ** 31],
    ['maxRetries', -1],
    ['maxRetries', 1.5],
    ['maxRetries', Number.POSITIVE_INFINITY],
    ['signal', {}],
    ['maxRetry', 1],
  ])('%s %s is refused by the call, and nothing is sent', async (name, value) => {
    for (const operation of operations) {
      const fetch = playing(operation.success);
      const error = await failureOf(operation.call(clientWith(fetch), { [name]: value }));
      expect(error).toMatchObject({
        name: 'InvalidInputError',
        outcome: 'not_sent',
        issues: [{ path: name }],
      });
      expect(fetch.seen).toHaveLength(0);
    }
  });

  it('2^31 - 1 and Infinity are valid', async () => {
    for (const limit of [2 ** 31 - 1, Number.POSITIVE_INFINITY]) {
      const options = { timeoutMs: limit, deadlineMs: limit };
      expect(await clientWith(playing(ok({ domains: [] }))).domains.list(options)).toEqual([]);
    }
  });

  it('has one listener for all calls at once, of which Node warns at the eleventh', async () => {
    const work: Readonly<Record<string, (signal: AbortSignal) => PromiseLike<unknown>>> = {
      'an attempt': (signal) => clientWith(playing(hanging)).domains.list({ signal }),
      'a back-off': (signal) =>
        clientWith(playing(page(429)), { clock: systemClock }).domains.list({ signal }),
      'a walk': (signal) =>
        clientWith(playing(hanging)).cdrs.list('a.example', { signal }).toArray({ limit: 1 }),
    };
    for (const [name, call] of Object.entries(work)) {
      const controller = new AbortController();
      const { signal } = controller;
      const failures = Array.from({ length: 30 }, () => failureOf(call(signal)));
      await settle();
      expect(getEventListeners(signal, 'abort').length, name).toBe(1);
      controller.abort('enough');
      const ended = await Promise.all(failures);
      expect(ended.every((error) => (error as Error).name === 'AbortError')).toBe(true);
      expect(getEventListeners(signal, 'abort'), name).toHaveLength(0);
    }
  });
});
