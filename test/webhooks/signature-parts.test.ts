import { describe, expect, it, vi } from 'vitest';
import { checkAge } from '../../src/webhooks/signature/check-age.ts';
import { SecretKeys, webHmac } from '../../src/webhooks/signature/hmac.ts';
import { mismatchHint } from '../../src/webhooks/signature/mismatch-hint.ts';
import { rawBody } from '../../src/webhooks/signature/raw-body.ts';
import { readHeader } from '../../src/webhooks/signature/signature-headers.ts';
import { parseEvent } from '../../src/webhooks/signature/verify-delivery.ts';
import { NOW_MS } from './delivery-fixture.ts';

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('what a refused delivery says of its age', () => {
  const now = () => NOW_MS;

  it.each([
    [
      NOW_MS - 300_001,
      'stale_timestamp',
      'signed 301 s ago; at most 300 s is accepted',
      'a replay, a delivery delayed in a queue, or the clock here is ahead',
    ],
    [
      NOW_MS + 300_001,
      'future_timestamp',
      'signed 301 s in the future; at most 300 s is accepted',
      'the clock here is behind',
    ],
    [
      NOW_MS * 1000,
      'future_timestamp',
      'signed 1765846785600 s in the future; at most 300 s is accepted',
      'the header is in milliseconds instead of seconds',
    ],
  ])('%i: %s', (signedAt, reason, message, hint) => {
    const error = thrownBy(() => checkAge(signedAt, { now })) as Error;
    expect(error).toMatchObject({ reason, hint });
    expect(error.message).toContain(message);
  });

  it('is the caller’s mistake where the clock gives no number', () => {
    expect(() => checkAge(NOW_MS, { now: () => Number.NaN })).toThrow(
      'now: expected it to return Unix milliseconds',
    );
  });
});

describe('what a refused delivery says of its body', () => {
  it.each([
    ['nothing', undefined, 'no middleware kept the raw body; read the request yourself'],
    ['nothing', null, 'no middleware kept the raw body; read the request yourself'],
    ['a request or a stream', { pipe: 1 }, 'read it to its end and pass the bytes'],
    ['a request or a stream', { arrayBuffer: 1 }, 'read it to its end and pass the bytes'],
    ['a parsed value', { event: 'x' }, 'do not run a JSON parser on this route'],
    ['a parsed value', 7, 'do not run a JSON parser on this route'],
  ])('that it must not be %s: %j', (what, body, hint) => {
    const error = thrownBy(() => rawBody(body)) as Error;
    expect(error).toMatchObject({ reason: 'body_parsed', hint });
    expect(error.message).toContain(
      `the body must be the raw text or bytes that arrived, not ${what}`,
    );
  });

  const long = 'w'.repeat(1_024);

  it.each([
    ['the body is not JSON', '{'],
    ['the body is not a JSON object', '7'],
    ['the body is not a JSON object', 'null'],
    ['the body is not a JSON object', '[]'],
    ['"event" is not a string', '{}'],
    ['"webhookId" is not a string', '{"event":"x","webhookId":""}'],
    ['"cdrId" is not a string', '{"event":"cdr.completed","webhookId":"w"}'],
    ['"webhookId" is longer than 1024 characters', `{"event":"x","webhookId":"w${long}"}`],
  ])('the signature is right, but %s', (problem, body) => {
    const message = `the signature is right, but ${problem}`;
    expect(thrownBy(() => parseEvent(body))).toMatchObject({ reason: 'malformed_event', message });
  });

  it('nothing of an id of the full length', () => {
    expect(parseEvent(`{"event":"x","webhookId":"${long}"}`).webhookId).toBe(long);
  });
});

describe('a header', () => {
  it.each([
    [{ get: () => 7 }, undefined],
    [{ get: (name: string) => name }, 'x-a'],
    [{ get: 'a header of that name', 'X-A': 'own' }, 'own'],
    [{ 'X-A': 7, 'x-b': 'other' }, undefined],
    [{ 'X-A': ['1', undefined, '2'], 'x-a': '3' }, '1, 2, 3'],
  ])('is read from %o', (headers, value) => {
    expect(readHeader(headers as never, 'x-a')).toBe(value);
  });

  it.each([[undefined], [null], ['x-a: 1'], [7]])('is not read from %j', (headers) => {
    expect(() => readHeader(headers as never, 'x-a')).toThrow(
      /^headers: expected Headers, or an object of names and values$/,
    );
  });
});

describe('the key of a secret', () => {
  it('is made once while it is in use, and the hundred used last are kept', () => {
    const keys = new SecretKeys<object>();
    const make = vi.fn((secret: string) => ({ secret }));
    const first = keys.of('0', make);
    expect(keys.of('0', make)).toBe(first);
    for (let n = 1; n < 100; n += 1) keys.of(String(n), make);
    expect(keys.of('0', make)).toBe(first);
    expect(make).toHaveBeenCalledTimes(100);
    keys.of('100', make); // takes the place of '1', which was used first since
    expect(keys.of('0', make)).toBe(first);
    expect(keys.of('2', make)).toMatchObject({ secret: '2' });
    expect(make).toHaveBeenCalledTimes(101);
    keys.of('1', make);
    expect(make).toHaveBeenCalledTimes(102);
    keys.forget('0');
    expect(keys.of('0', make)).not.toBe(first);
  });

  it('cannot be exported, and is asked for again after the platform failed to make it', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    importKey.mockRejectedValueOnce(new Error('out of memory'));
    await expect(webHmac('a secret of its own', '1', 'x')).rejects.toThrow('out of memory');
    const digest = await webHmac('a secret of its own', '1', 'x');
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await webHmac('a secret of its own', '1', 'x')).toBe(digest);
    expect(importKey.mock.calls.map((call) => call[3])).toEqual([false, false]);
  });
});

describe('the guesses about a signature that does not match', () => {
  /** Makes guesses that all fail, and returns the secrets and lengths that were signed. */
  async function guessed(secrets: readonly string[], body: string, right?: string) {
    const signed: [secret: string, bytes: number][] = [];
    const hint = await mismatchHint({
      hmac: (secret, _timestamp, bytes) => {
        signed.push([secret, bytes.length]);
        return secret === right ? 'right' : 'wrong';
      },
      secrets: secrets.map((text, index) => ({ text, index })),
      timestamp: '1767614400',
      digest: 'right',
      body,
    });
    return { signed, hint };
  }

  it.each([
    ['"a"', ['a']],
    [' "a" ', ['"a"', 'a']],
    ["'a'", ['a']],
    ['"a', []],
    ['x"a"', []],
    ['"a"x', []],
    ['" "', [' ']],
    ['""', []],
    ['a', []],
  ])('begin with the secret %j without what is around it', async (secret, bare) => {
    const { signed } = await guessed([secret], 'text!');
    const others = signed.filter(([, bytes]) => bytes === 5).map(([each]) => each);
    expect(others).toEqual(bare);
    const [first] = bare;
    if (first === undefined) return;
    const { hint } = await guessed([secret], 'text!', first);
    expect(hint).toBe('the secret has white space or quotes around it');
  });

  it('are at most 16, over at most 32 KiB', async () => {
    const secrets = Array.from({ length: 10 }, (_, index) => ` "${index}" `);
    expect((await guessed(secrets, 'text!')).signed).toHaveLength(16);
    const body = 'x'.repeat(8 * 1024 - 40) + '!';
    const { signed } = await guessed(secrets, body);
    expect(signed).toHaveLength(4);
    const cost = signed.reduce((sum, [, bytes]) => sum + bytes + '1767614400.'.length, 0);
    expect(cost).toBeLessThanOrEqual(32 * 1024);
  });
});
