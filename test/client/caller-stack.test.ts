import { describe, expect, it, vi } from 'vitest';
import { ConsentEvidence } from '../../src/index.ts';
import { fromCaller } from '../../src/transport/caller-stack.ts';
import { ok, playing } from './support/answers.ts';
import { failureOf } from './support/failure-of.ts';
import { entry, operations } from './support/operations.ts';

const options = { apiKey: 'key.secret', baseUrl: 'https://api.example.com', maxRetries: 0 };
const client = new ConsentEvidence({
  ...options,
  fetch: async () => {
    await new Promise((resolve) => setImmediate(resolve)); // like an answer that is awaited
    throw new TypeError('fetch failed');
  },
});
/** Without a base address, every call is refused at once. */
const misled = new ConsentEvidence({ ...options, baseUrl: undefined });

function framesOf(error: unknown): string[] {
  return (error as Error).stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
}

/**
 * Expects the stack to begin with the error and a frame of the test, and to show no package code.
 */
function expectToBeginAtCaller(error: unknown, name: string, caller = /\/test\/client\//): void {
  const { stack } = error as Error;
  expect(stack).toMatch(new RegExp(`^${name}: `));
  expect(framesOf(error)[0], stack).toMatch(caller);
  expect(stack).not.toContain('/src/');
}

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('expected a throw');
}

type Method = readonly [name: string, call: (of: ConsentEvidence) => Promise<unknown>];

const methods: readonly Method[] = [
  ...operations.map(({ name, call }): Method => [name, (of) => call(of)]),
  ['withResponse', (of) => of.cdrs.get('cdr_1').withResponse()],
  ['download', (of) => of.cdrs.download('cdr_1')],
  ['toArray', (of) => of.cdrs.list('example.com').toArray({ limit: 1 })],
  ['pages', (of) => of.cdrs.list('example.com').pages().next()],
  ['findByPhone', (of) => of.cdrs.findByPhone('2125550147', { domains: ['a.example'] }).next()],
];

describe('the stack of an error', () => {
  it.each(methods)('begins where the call is awaited: %s', async (_, call) => {
    expectToBeginAtCaller(await failureOf(call(client)), 'ConnectionError');
    expectToBeginAtCaller(await failureOf(call(misled)), 'InvalidInputError');
  });

  it('begins there for a file, and for the check', async () => {
    const download = failureOf(misled.cdrs.downloadTo('cdr_1', '/nowhere/image.png'));
    expectToBeginAtCaller(await download, 'InvalidInputError');
    const { signal } = new AbortController();
    const check = failureOf(client.check({ signal, timeoutMs: -1 }));
    expectToBeginAtCaller(await check, 'InvalidInputError');
  });

  it('begins with the function that waits for the call, where another one made it', async () => {
    const made = () => client.cdrs.get('cdr_1');
    const waitInMyCode = async () => await made();
    const error = await failureOf(waitInMyCode());
    expectToBeginAtCaller(error, 'ConnectionError', /waitInMyCode/);
    expect(JSON.stringify(error)).not.toContain('waitInMyCode');
    const descriptor = Object.getOwnPropertyDescriptor(error, 'stack');
    expect(descriptor).toMatchObject({ writable: true, configurable: true, enumerable: false });
  });

  it.each(['page', 'limit', 'repeated_token'] as const)(
    'begins in the loop that walks: %s',
    async (what) => {
      const cdrs = [entry, { ...entry, cdrId: 'cdr_2' }];
      const first = ok({ cdrs, nextPageToken: 'two' });
      const walking = client.withOptions({ fetch: playing(first, ok({}), first) });
      const seen: unknown[] = [];
      async function walkInMyCode(): Promise<void> {
        const list = walking.cdrs.list('example.com');
        if (what === 'limit') await list.toArray({ limit: 1 });
        else if (what === 'page') for await (const each of list) seen.push(each);
        else
          for await (const each of walking.cdrs.list('b.c', { pageToken: 'two' })) seen.push(each);
      }
      const name = what === 'page' ? 'UnexpectedReplyError' : 'PaginationError';
      expectToBeginAtCaller(await failureOf(walkInMyCode()), name, /walkInMyCode/);
      expect(seen).toHaveLength(what === 'limit' ? 0 : 2);
    },
  );

  it('begins where a method that returns no promise was called', () => {
    const makeInMyCode = () => new ConsentEvidence({ apiKey: 'nodot' });
    expectToBeginAtCaller(thrown(makeInMyCode), 'InvalidInputError', /makeInMyCode/);
    class Mine extends ConsentEvidence {}
    const extendInMyCode = () => new Mine({ apiKey: 'nodot' });
    expectToBeginAtCaller(thrown(extendInMyCode), 'InvalidInputError', /extendInMyCode/);
    const changeInMyCode = () => client.withOptions({ timeoutMs: -1 });
    expectToBeginAtCaller(thrown(changeInMyCode), 'InvalidInputError', /changeInMyCode/);
    const readInMyCode = () => client.shares.tokenOf('https://other.example/v1/shares/t');
    expectToBeginAtCaller(thrown(readInMyCode), 'InvalidInputError', /readInMyCode/);
  });

  it('begins with the function that waits for one that returns the call without awaiting it', async () => {
    const returned = async () => misled.cdrs.get('cdr_1');
    const waitInMyCode = async () => await returned();
    expectToBeginAtCaller(await failureOf(waitInMyCode()), 'InvalidInputError', /waitInMyCode/);
  });

  it('names the call, and stays as it is, if nothing waits for the call when it fails', async () => {
    const call = client.cdrs.get('cdr_1');
    call.catch(() => undefined);
    await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
    const { stack, message } = (await failureOf(call)) as Error;
    expect(message).toMatch(/^cdrs\.get: /);
    expect(stack).toContain(message);
  });

  it('stays as it is in an error of another kind', async () => {
    const broken = new Error('a clock that fails');
    const before = broken.stack;
    const clock = { now: () => 0, sleep: () => Promise.reject(broken) };
    const impatient = client.withOptions({ maxRetries: 1, clock });
    expect(await failureOf(impatient.cdrs.get('cdr_1'))).toBe(broken);
    expect(broken.stack).toBe(before);
  });

  it.each([
    ['does not capture', undefined],
    ['captures nothing', () => undefined],
  ])('stays as it is on an engine that %s', async (_, captureStackTrace) => {
    const error = await failureOf(misled.cdrs.get('cdr_1'));
    const before = 'InvalidInputError: x\n    at own (a.js:1:1)';
    (error as Error).stack = before;
    vi.stubGlobal('Error', Object.assign(class extends Error {}, { captureStackTrace }));
    try {
      const again = fromCaller(async () => Promise.reject(error as Error));
      expect(await failureOf(again)).toBe(error);
    } finally {
      vi.unstubAllGlobals();
    }
    expect((error as Error).stack).toBe(before);
  });
});
