import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { startHostileServer } from './support/hostile-server.ts';
import { createWorld, type WorldOptions } from './support/hostile-world.ts';
import { answerWith, silence, withholding } from './support/plays.ts';
import type { RawReply } from './support/raw-reply.ts';
import { redirectTo } from './support/reply-behaviours.ts';

function saying(status: number, value: unknown): RawReply {
  return { status, headers: [], body: Buffer.from(JSON.stringify(value)) };
}

function failure(status: number, error: Record<string, unknown>): RawReply {
  return saying(status, { ok: false, error: { message: 'no', requestId: 'req_1', ...error } });
}

/** Returns the error of an operation whose requests all get this reply, or none. */
async function errorOf(
  name: string,
  reply: RawReply | undefined,
  options: WorldOptions = {},
): Promise<Error & Record<string, unknown>> {
  await using server = await startHostileServer();
  const world = createWorld(server, { maxRetries: 0, ...options });
  server.script = () =>
    withholding(({ socket }) => {
      if (reply === undefined) silence();
      else answerWith(socket, reply);
    });
  const operation = hostileOperations.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const error = await operation.call(world, {}).then(
    () => Promise.reject(new Error('expected a rejection')),
    (reason: unknown) => reason as Error & Record<string, unknown>,
  );
  await server.idle();
  return error;
}

describe('what the message of a refusal adds to the service’s own', () => {
  const WRONG_BASE = /\(a wrong baseUrl looks the same/;
  it.each([
    ['cdrs.collect', 404, 'NOT_FOUND', undefined, /\(no such record, not rendered yet, or baseUrl/],
    ['cdrs.get', 404, 'NOT_FOUND', undefined, WRONG_BASE],
    ['domains.list', 405, 'METHOD_NOT_ALLOWED', undefined, WRONG_BASE],
    ['cdrs.collect', 405, 'METHOD_NOT_ALLOWED', undefined, WRONG_BASE],
    ['shares.receive', 400, 'INVALID_ARGUMENT', undefined, /token of your own organization/],
    ['shares.receive', 400, 'INVALID_ARGUMENT', { issues: [] }, undefined],
    ['shares.receive', 410, 'GONE', undefined, undefined],
    ['cdrs.share', 400, 'INVALID_ARGUMENT', undefined, undefined],
    ['cdrs.get', 401, 'UNAUTHENTICATED', undefined, /a key that was revoked fails within five/],
    ['cdrs.get', 403, 'FORBIDDEN', undefined, undefined],
  ])('%s: %i %s', async (name, status, code, details, advice) => {
    const error = await errorOf(name, failure(status, { code, details }));
    const plain = `${name}: ${code} (${status}): no`;
    if (advice === undefined) expect(error.message).toBe(plain);
    else {
      expect(error.message.startsWith(`${plain} (`)).toBe(true);
      expect(error.message).toMatch(advice);
    }
    expect(error).toMatchObject({ code, status, requestId: 'req_1' });
    expect(error['details']).toEqual(details);
  });

  it('is nothing where the service said nothing that can be shown', async () => {
    const error = await errorOf('cdrs.get', failure(403, { code: 'FORBIDDEN', message: 7 }));
    expect(error.message).toBe('cdrs.get: FORBIDDEN (403): ');
  });
});

describe('what the message says when no one knows what was done', () => {
  const page: RawReply = { status: 502, headers: [], body: Buffer.from('bad gateway') };
  it.each([
    ['cdrs.collect', /\(the call may have taken effect; repeating it never charges twice\)$/],
    [
      'shares.receive',
      /\(the call may have taken effect; receiving again, with earlierOutcome: "unknown", never charges twice\)$/,
    ],
    ['cdrs.share', /\(a share token may have been created\)$/],
    ['request POST', /is baseUrl right\?$/],
    ['cdrs.get', /is baseUrl right\?$/],
  ])('%s', async (name, ending) => {
    const error = await errorOf(name, page);
    expect(error.message).toMatch(ending);
    expect(error['bodyText']).toBe('bad gateway');
  });

  it('names the limit that ran out', async () => {
    const slow = await errorOf('cdrs.get', undefined, { timeoutMs: 50 });
    expect(slow.message).toBe('cdrs.get: no complete response within timeoutMs (50 ms)');
    const late = await errorOf('cdrs.get', undefined, { deadlineMs: 50 });
    expect(late.message).toBe('cdrs.get: deadlineMs passed before there was a complete response');
  });

  it('names the caller where it was the caller’s signal', async () => {
    await using server = await startHostileServer();
    const { client } = createWorld(server);
    const error: unknown = await client.domains
      .list({ signal: AbortSignal.abort() })
      .catch((reason: unknown) => reason);
    expect((error as Error).message).toBe('domains.list: aborted by the caller');
  });
});

describe('what the message says of an answer that is not the service’s', () => {
  it.each([
    ['https://elsewhere.example/v1?secret', 'got a redirect (307) to https://elsewhere.example;'],
    ['/v2/domains', 'got a redirect (307);'],
    ['mailto:a@b.example', 'got a redirect (307);'],
  ])('a redirect to %s names the origin at most', async (location, text) => {
    const error = await errorOf('domains.list', redirectTo(307, location));
    const rest = 'it was not followed';
    expect(error.message).toBe(`domains.list: expected a response, but ${text} ${rest}`);
    expect(error['bodyText']).toBe('');
  });

  it('300 is a redirect as well', async () => {
    const error = await errorOf('domains.list', redirectTo(300, '/v1'));
    expect(error.message).toContain('got a redirect (300);');
  });

  it.each([
    ['cdrs.collect', [], 'data is not an object'],
    ['cdrs.collect', null, 'data is not an object'],
    ['cdrs.collect', { collected: true }, 'data.cdrId is missing or malformed'],
    ['cdrs.share', { token: 't', shareUrl: 7 }, 'data.shareUrl is missing or malformed'],
    ['domains.list', { domains: 'none' }, 'data.domains is missing or malformed'],
  ])('%s with the data %j', async (name, data, text) => {
    const error = await errorOf(name, saying(200, { ok: true, data }));
    expect(error.message).toContain(`the service did it, but its reply cannot be used: ${text}`);
    expect(error['data']).toEqual(data);
    expect(error).toMatchObject({ outcome: 'done' });
  });
});

describe('a key that comes from a function', () => {
  const denied = failure(401, { code: 'UNAUTHENTICATED' });

  /** Calls with these keys and replies, in order. Returns which keys arrived, and how it ended. */
  async function calling(keys: string[], replies: RawReply[], maxRetries: number) {
    await using server = await startHostileServer();
    const events: TraceEvent[] = [];
    let asked = 0;
    const arrived: (string | undefined)[] = [];
    const { client } = createWorld(server, {
      apiKey: () => keys[asked++] ?? Promise.reject(new Error(`no key after ${keys.at(-1)}`)),
      trace: (event) => events.push(event),
      maxRetries,
    });
    server.script = (index) => async (exchange) => {
      const request = await exchange.read();
      arrived.push(request?.headers['x-api-key']);
      answerWith(exchange.socket, replies[index] ?? denied);
    };
    const error: unknown = await client.domains.list().catch((reason: unknown) => reason);
    await server.idle();
    return { arrived, asked, error, events };
  }

  it('is asked for once more after a 401, which counts as a retry', async () => {
    const busy: RawReply = { status: 503, headers: [], body: Buffer.alloc(0) };
    const { arrived, error, events } = await calling(['a.1', 'b.22222'], [denied, busy], 1);
    expect(arrived).toEqual(['a.1', 'b.22222']);
    expect(error).toMatchObject({ status: 503, attempts: 2 });
    expect(events).toContainEqual(expect.objectContaining({ type: 'retry', delayMs: 0 }));
  });

  it('is asked for no third time', async () => {
    const { arrived, asked, error } = await calling(['a.1', 'b.2', 'c.3'], [], 5);
    expect(arrived).toEqual(['a.1', 'b.2']);
    expect(asked).toBe(2);
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', outcome: 'refused' });
  });

  it('is not asked for again after another refusal, or after an invalid answer', async () => {
    const page: RawReply = { status: 401, headers: [], body: Buffer.from('who are you') };
    for (const reply of [failure(403, { code: 'API_ACCESS_DISABLED' }), page]) {
      const { asked } = await calling(['a.1', 'b.2'], [reply], 5);
      expect(asked).toBe(1);
    }
  });

  it('is the same again, malformed or not to be had: the 401 stands', async () => {
    for (const keys of [['a.1', 'a.1'], ['a.1', 'no dot'], ['a.1']]) {
      const { arrived, error } = await calling(keys, [], 5);
      expect(arrived).toEqual(['a.1']);
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', attempts: 1 });
    }
  });

  it('that fails at first is named, and its text is clean of the key before', async () => {
    const { error } = await calling([], [], 5);
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent', attempts: 0 });
    expect((error as Error).message).toBe('domains.list: the apiKey function failed');
  });
});

describe('what a call may be bounded by', () => {
  it.each([
    ['timeoutMs', 0, 'expected more than 0 to 2147483647 milliseconds, or Infinity for no limit'],
    ['deadlineMs', 2 ** 31, 'expected more than 0 to 2147483647 milliseconds, or Infinity for no'],
    ['pendingTimeoutMs', -1, 'expected 0 to 2147483647 milliseconds, or Infinity for no limit'],
    ['maxRetries', 101, 'expected a whole number from 0 to 100'],
    ['maxRetries', 1.5, 'expected a whole number from 0 to 100'],
    ['signal', null, 'expected an AbortSignal'],
    ['signal', 'stop', 'expected an AbortSignal'],
    ['signal', { aborted: false }, 'expected an AbortSignal'],
    ['signal', { addEventListener() {}, removeEventListener() {} }, 'expected an AbortSignal'],
    ['signal', { aborted: false, addEventListener() {} }, 'expected an AbortSignal'],
    ['signal', { aborted: false, removeEventListener() {} }, 'expected an AbortSignal'],
  ])('%s: not %j', async (path, value, message) => {
    await using server = await startHostileServer();
    const { client, shareUrl } = createWorld(server);
    const error: unknown = await client.shares
      .receive(shareUrl, { [path]: value })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'InvalidInputError', issues: [{ path }] });
    expect((error as Error).message).toContain(message);
    expect(server.requests).toBe(0);
  });

  it('a hundred retries are not too many', async () => {
    const error = await errorOf('cdrs.get', failure(500, { code: 'INTERNAL' }), {
      maxRetries: 100,
    });
    expect(error).toMatchObject({ attempts: 101 });
  });

  it('a clock that fails is no abort: its own error comes out', async () => {
    await using server = await startHostileServer();
    server.script = () => withholding(({ socket }) => socket.destroy());
    const broken = new Error('the clock has stopped');
    const clock = { now: () => 0, sleep: () => Promise.reject(broken) };
    const { client } = createWorld(server);
    const call = client
      .withOptions({ clock })
      .domains.list({ signal: new AbortController().signal });
    await expect(call).rejects.toBe(broken);
    await expect(client.withOptions({ clock }).domains.list()).rejects.toBe(broken);
  });
});

describe('what a trace shows', () => {
  it('has no field without a value', async () => {
    const events: TraceEvent[] = [];
    const trace = (event: TraceEvent) => events.push(event);
    await errorOf('cdrs.get', { status: 404, headers: [], body: Buffer.alloc(0) }, { trace });
    const callId = expect.any(String) as string;
    const at = expect.any(Number) as number;
    const known = { operation: 'cdrs.get', callId, attempt: 1, at };
    const ended = { durationMs: 0, status: 404 };
    expect(events).toEqual([
      {
        ...known,
        type: 'start',
        attempt: 0,
        method: 'GET',
        urlTemplate: '/v1/cdrs/:cdrId',
        server: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string,
      },
      { ...known, ...ended, type: 'attempt' },
      { ...known, ...ended, type: 'done', outcome: 'refused', errorName: 'UnexpectedReplyError' },
    ]);
    events.length = 0;
    await errorOf('cdrs.get', undefined, { trace, timeoutMs: 50 });
    expect(events.map((event) => Object.keys(event).sort().join())).toEqual([
      'at,attempt,callId,method,operation,server,type,urlTemplate',
      'at,attempt,callId,durationMs,operation,type',
      'at,attempt,callId,durationMs,errorName,operation,outcome,type',
    ]);
  });
});
