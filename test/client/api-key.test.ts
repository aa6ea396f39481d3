import { describe, expect, it } from 'vitest';
import { apiKeyProblem } from '../../src/transport/api-key.ts';
import { brokenConnection, no, ok, playing, type SeenRequest } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';

const keyOf = ({ headers }: SeenRequest) => headers['x-api-key'];
const unauthenticated = no(401, 'UNAUTHENTICATED');

describe('the form of a key (spec §5)', () => {
  it.each([
    '',
    'nodot',
    'a.b.c',
    '.b',
    'a.',
    'a.b\n',
    ' a.b',
    'a b.c',
    'a.b\u0000',
    'a.“b”',
    'a.\u00e9',
    '"kid.secret"',
    "'kid.secret'",
    '"kid.secret"\n',
    'a.b\u00a0',
    7,
    null,
    {},
  ])('refuses %j without repeating it', (key) => {
    const problem = apiKeyProblem(key);
    expect(problem).toEqual(expect.any(String));
    if (typeof key === 'string' && key.length > 3) expect(problem).not.toContain(key.trim());
  });

  it('says that a key is in quotes, as a .env file may have it', () => {
    for (const key of ['"kid.secret"', "'kid.secret'", '`kid.secret`', '"kid.secret"\n']) {
      expect(apiKeyProblem(key)).toBe('must not be in quotes (were they copied from a .env file?)');
    }
    expect(apiKeyProblem('"')).not.toContain('quotes');
  });

  it('takes <key_id>.<secret>', () => {
    expect(apiKeyProblem('kid_1.s3cr3t-_~!')).toBeUndefined();
  });
});

describe('a key function', () => {
  it('is asked at each call', async () => {
    let count = 0;
    const fetch = playing(ok({ domains: [] }));
    const client = clientWith(fetch, { apiKey: async () => `k${++count}.s` });
    await client.domains.list();
    await client.domains.list();
    expect(fetch.seen.map(keyOf)).toEqual(['k1.s', 'k2.s']);
  });

  it('is asked once more after a 401, then the call gives up', async () => {
    let count = 0;
    const fetch = playing(unauthenticated);
    const error = await failureOf(
      clientWith(fetch, { apiKey: () => `k${++count}.s`, maxRetries: 9 }).cdrs.share('cdr_1'),
    );
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', outcome: 'refused', attempts: 2 });
    expect(fetch.seen.map(keyOf)).toEqual(['k1.s', 'k2.s']);
    expect(count).toBe(2);
  });

  it('saves a call whose key was rotated', async () => {
    const keys = ['old.s', 'new.s'];
    const fetch = playing(
      unauthenticated,
      ok({ cdrId: 'cdr_1', collected: true, alreadyCollected: false }),
    );
    const receipt = await clientWith(fetch, { apiKey: () => keys.shift() ?? '' }).cdrs.collect(
      'cdr_1',
    );
    expect(receipt.replayPossible).toBe(false);
  });

  it('is not asked again with maxRetries 0, nor is a fixed key tried again', async () => {
    let count = 0;
    const fetch = playing(unauthenticated);
    await failureOf(
      clientWith(fetch, { apiKey: () => `k${++count}.s`, maxRetries: 0 }).domains.list(),
    );
    await failureOf(clientWith(fetch).domains.list());
    expect(count).toBe(1);
    expect(fetch.seen).toHaveLength(2);
  });

  it('that names the same key again, or fails, or names a malformed one ends the call with the 401', async () => {
    const second = [
      () => 'a.b',
      () => {
        throw new Error('vault');
      },
      () => 'malformed',
    ];
    for (const again of second) {
      let asked = 0;
      const fetch = playing(unauthenticated);
      const apiKey = () => (asked++ === 0 ? 'a.b' : again());
      expect(await failureOf(clientWith(fetch, { apiKey }).domains.list())).toMatchObject({
        code: 'UNAUTHENTICATED',
      });
      expect(asked).toBe(2);
      expect(fetch.seen).toHaveLength(1);
    }
  });

  it('keeps the doubt of an earlier attempt', async () => {
    const fetch = playing(brokenConnection, unauthenticated);
    const error = await failureOf(clientWith(fetch, { apiKey: () => 'a.b' }).cdrs.collect('cdr_1'));
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', outcome: 'unknown' });
  });

  it('that fails sends nothing, and its error is the cause', async () => {
    const cause = new Error('vault is sealed');
    const fetch = playing(ok({ domains: [] }));
    const error = await failureOf(
      clientWith(fetch, { apiKey: () => Promise.reject(cause) }).domains.list(),
    );
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent', attempts: 0 });
    expect((error as Error).cause).toMatchObject({ name: cause.name, message: cause.message });
    expect(fetch.seen).toHaveLength(0);
  });

  it('that names a malformed key sends nothing', async () => {
    const fetch = playing(ok({ domains: [] }));
    const error = await failureOf(
      clientWith(fetch, { apiKey: () => 'kid.secret_with_newline\n' }).domains.list(),
    );
    expect(error).toMatchObject({
      name: 'InvalidInputError',
      operation: 'domains.list',
      issues: [{ path: 'apiKey' }],
    });
    expect(String(error)).not.toContain('secret_with_newline');
    expect(fetch.seen).toHaveLength(0);
  });
});
