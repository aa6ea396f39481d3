import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentEvidence } from '../../src/client/client.ts';
import type { CallOptions } from '../../src/transport/call-options.ts';
import { clientOf, clientWith } from '../client/support/client-of.ts';
import { type Strike, startCountingServer } from './support/counting-server.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { way } from './support/way.ts';

expectNoTimerLeft();

type Post = (client: ConsentEvidence, options: CallOptions) => Promise<{ attempts: number }>;

/** Every form of a POST, with and without a body. */
const posts: Readonly<Record<string, Post>> = {
  collect: (client, options) => client.cdrs.collect('cdr_1', options).withResponse(),
  share: (client, options) => client.cdrs.share('cdr_1', options).withResponse(),
  'share for a day': (client, options) =>
    client.cdrs.share('cdr_1', { ...options, expiresIn: { days: 1 } }).withResponse(),
  receive: (client, options) => client.shares.receive('tok_1', options).withResponse(),
  'receive by criteria': (client, options) =>
    client.shares.receive('tok_1', { ...options, acceptance: { schemaVersion: 1 } }).withResponse(),
  'empty request': (client, options) =>
    client.request({ ...options, method: 'POST', path: '/v1/new' }).withResponse(),
  request: (client, options) =>
    client
      .request({ ...options, method: 'POST', path: '/v1/new', body: { word: 'ä'.repeat(99) } })
      .withResponse(),
};
const names = Object.keys(posts);

const GOOD = JSON.stringify({ ok: true, data: { domains: [] }, requestId: 'req_1' });
const bodies = [
  GOOD,
  '{"ok":false,"error":{"code":"NOT_FOUND","message":"no","requestId":"req_1"}}',
  '{"ok":false,"error":{"code":"CDR_PENDING","message":"wait","requestId":"req_1"}}',
  '<html>gateway</html>',
  '',
];

const whole = { status: 200, part: 1, then: 'keep', unread: false, body: GOOD } as const;

/** Returns how many attempts the call reports. */
async function attemptsOf(name: string, client: ConsentEvidence, options: CallOptions) {
  const ending = posts[name]?.(client, options) ?? Promise.reject(new Error(name));
  const { attempts } = (await ending.catch((error: unknown) => error)) as { attempts: number };
  return attempts;
}

describe('a POST reaches the server no more often than its attempts say', () => {
  it.each([0, 2])('whatever the status, with maxRetries %i', async (maxRetries) => {
    await using server = await startCountingServer(whole);
    for (let status = 200; status < 600; status += 1) {
      const name = names[status % names.length] ?? '';
      server.strike = { ...whole, status, body: status % 2 === 0 ? '<html></html>' : GOOD };
      const client = clientOf(server.url, { pendingTimeoutMs: 0, maxRetries, ...way });
      const attempts = await attemptsOf(name, client, {});
      expect(server.posts, `${name}, ${status}`).toBe(attempts);
      expect(attempts).toBeLessThanOrEqual(1 + maxRetries);
    }
  });

  it.each(names)('%s, told of a misdirected request', async (name) => {
    await using server = await startCountingServer(whole);
    server.strike = { ...whole, status: 421, body: '<html></html>' };
    const client = clientOf(server.url, { maxRetries: 0, ...way });
    expect(await attemptsOf(name, client, {})).toBe(1);
    expect(server.posts).toBe(1);
  });

  const strikes = fc
    .record<Strike>({
      status: fc.integer({ min: 100, max: 599 }),
      part: fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      then: fc.constantFrom('keep', 'end', 'reset'),
      unread: fc.boolean(),
      body: fc.constantFrom(...bodies),
    })
    // A request that is neither answered nor ended would only run into a timeout.
    .filter(({ status, part, then }) => then !== 'keep' || (part === 1 && status >= 200));

  it('however the connection breaks, fresh or kept', async () => {
    await using server = await startCountingServer(whole);
    await fc.assert(
      fc.asyncProperty(
        strikes,
        fc.constantFrom(...names),
        fc.constantFrom(0, 2),
        fc.boolean(),
        async (strike, name, maxRetries, kept) => {
          server.strike = whole;
          if (kept) await clientOf(server.url, way).domains.list();
          server.strike = strike;
          const client = clientOf(server.url, { pendingTimeoutMs: 0, ...way });
          const attempts = await attemptsOf(name, client, { maxRetries, timeoutMs: 100 });
          expect(server.posts).toBeLessThanOrEqual(attempts);
          expect(attempts).toBeLessThanOrEqual(1 + maxRetries);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a POST whose body is given up', () => {
  /** An error thrown outside of any promise would end the process. */
  it.each(names)('%s, at any instant, throws nothing at large', async (name) => {
    const thrown: unknown[] = [];
    const note = (error: unknown): void => void thrown.push(error);
    process.prependListener('uncaughtException', note);
    let turns = 0;
    const client = clientWith(async (url: string, init: RequestInit) => {
      const reader = new Request(url, init).body?.getReader();
      for (let turn = 0; turn < turns; turn += 1) {
        void reader?.read();
        await Promise.resolve();
      }
      await reader?.cancel();
      throw new TypeError('fetch failed');
    });
    try {
      for (turns = 0; turns < 40; turns += 1) {
        expect(await attemptsOf(name, client, { maxRetries: 0 })).toBe(1);
      }
      await setImmediate();
      expect(thrown).toEqual([]);
    } finally {
      process.removeListener('uncaughtException', note);
    }
  });
});
