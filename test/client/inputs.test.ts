import { describe, expect, it } from 'vitest';
import { absoluteShareUrl } from '../../src/resources/share-url.ts';
import { ok, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { cdr, received } from './support/operations.ts';

const shared = ok({ token: 't', shareUrl: 'https://api.example.com/v1/shares/t', expiresAt: 1 });

describe('identifiers (spec §1)', () => {
  it.each([
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a\nb',
    'a\u0000',
    'a\u007f',
    'a\u0085',
    '\ud800',
    'x'.repeat(8193),
    7,
    undefined,
    null,
  ])('refuses %j locally, in every method that takes one', async (id) => {
    const fetch = playing(ok({}));
    const { cdrs } = clientWith(fetch);
    const given = id as string;
    for (const method of ['get', 'collect', 'share', 'download'] as const) {
      const error = await failureOf(cdrs[method](given));
      expect(error).toMatchObject({
        name: 'InvalidInputError',
        issues: [{ path: 'cdrId' }],
        outcome: 'not_sent',
      });
    }
    expect(fetch.seen).toHaveLength(0);
  });

  it.each([
    ['a b', 'a%20b'],
    ['a%2Fb', 'a%252Fb'],
    ['a?b#c', 'a%3Fb%23c'],
    ['é😀', '%C3%A9%F0%9F%98%80'],
    ['...', '...'],
  ])('encodes anything else: %s', async (id, encoded) => {
    const fetch = playing(ok({ cdr: { ...cdr, cdrId: id } }));
    await clientWith(fetch).cdrs.get(id);
    expect(fetch.seen[0]?.url).toBe(`https://api.example.com/v1/cdrs/${encoded}`);
  });
});

describe('a share token or URL (spec §2.5)', () => {
  const baseUrl = 'https://api.example.com/pre/fix/';

  it.each([
    'tok_1',
    'https://api.example.com/v1/shares/tok_1',
    'https://api.example.com/pre/fix/v1/shares/tok_1',
    'HTTPS://API.example.com:443/v1/shares/tok_1/',
    'https://api.example.com/v1/shares/tok_1/claim',
    'https://api.example.com/v1/shares/tok_1/claim/?utm=1#top',
    '/v1/shares/tok_1',
    '/pre/fix/v1/shares/tok_1/claim',
    '/v1/shares/tok_1?x=1',
    '/v1/shares/tok%5F1',
    'http://api.example.com/v1/shares/tok_1',
    'https://api.example.com//v1/shares//tok_1',
    'https://api.example.com/pre//fix//v1/shares/tok_1//',
    '//v1/shares/tok_1',
    'tok_1?utm=/a',
    'tok_1#top',
    'tok%5F1',
    '\u200b\u202atok_1\u202c\u2060',
    'https%3A%2F%2Fapi.example.com%2Fv1%2Fshares%2Ftok_1',
  ])('takes %s', async (input) => {
    const fetch = playing(ok(received));
    await clientWith(fetch, { baseUrl }).shares.receive(input);
    expect(fetch.seen[0]?.url).toBe('https://api.example.com/pre/fix/v1/shares/tok_1');
  });

  it.each([
    '',
    '.',
    'https://evil.example/v1/shares/tok_planted',
    'http://api.example.com:8443/v1/shares/tok_planted',
    'https%3A%2F%2Fevil.example%2Fv1%2Fshares%2Ftok_planted',
    'tok_planted%00',
    'https://api.example.com:8443/v1/shares/tok_planted',
    'https://api.example.com@evil.example/v1/shares/tok_planted',
    'https://user:pw@api.example.com/v1/shares/tok_planted',
    'https://api.example.com.evil.example/v1/shares/tok_planted',
    '//evil.example/v1/shares/tok_planted',
    '/\\evil.example/v1/shares/tok_planted',
    'https:\\\\api.example.com/v1/shares/tok_planted',
    'https://api.example.com/v1/shares/tok_planted\n/claim',
    ' \n\u00a0',
    'ht\ntps://api.example.com/v1/shares/tok_planted',
    'javascript://api.example.com/v1/shares/tok_planted',
    'https://api.example.com/v1/cdrs/tok_planted',
    'https://api.example.com/v1/shares/',
    'https://api.example.com/v1/shares/a%2Fb',
    'https://api.example.com/v1/shares/a%00',
    'https://api.example.com/v1/shares/%E0%A4%A',
    'https://api.example.com/v1/shares/../cdrs/x',
    'https://api.example.com/other/v1/shares/tok_planted',
    'v1/shares/tok_planted',
    'https://[bad/v1/shares/tok_planted',
    'x'.repeat(8193),
    undefined,
    { toString: () => 'tok' },
  ])('refuses %j, sends nothing and repeats nothing', async (input) => {
    const fetch = playing(ok(received));
    const { shares } = clientWith(fetch, { baseUrl });
    for (const method of ['receive', 'dashboardUrl'] as const) {
      const error = await failureOf(shares[method](input as string));
      expect(error).toMatchObject({
        name: 'InvalidInputError',
        issues: [{ path: 'tokenOrShareUrl' }],
      });
      expect(String(error)).not.toContain('planted');
    }
    expect(fetch.seen).toHaveLength(0);
  });

  it('of a reply is absolute: a path is completed, what is no address is made from the token', () => {
    const base = { origin: 'https://h', prefix: '/p' };
    const from = (shareUrl: string) => absoluteShareUrl({ shareUrl, token: 'a b' }, base);
    expect(from('/v1/shares/t')).toBe('https://h/p/v1/shares/t');
    expect(from('/p/v1/shares/t')).toBe('https://h/p/v1/shares/t');
    expect(
      absoluteShareUrl(
        { shareUrl: '/v1/shares/t', token: 't' },
        { origin: 'https://h', prefix: '' },
      ),
    ).toBe('https://h/v1/shares/t');
    expect(from('https://other/v1/shares/t')).toBe('https://other/v1/shares/t');
    for (const odd of ['//other/x', 'v1/shares/t', '', 'javascript:alert(1)', 'https://']) {
      expect(from(odd)).toBe('https://h/p/v1/shares/a%20b');
    }
  });
});

describe('the life of a share token (spec §4.5)', () => {
  it.each([
    [{ expiresIn: { days: 1, hours: 1, minutes: 1, seconds: 1 } }, 90_061_000],
    [{ expiresIn: { days: 730 } }, 63_072_000_000],
    [{ expiresIn: { seconds: 0.001, days: undefined } }, 1],
    [{ expiresInMs: 63_072_000_000 }, 63_072_000_000],
    [{ expiresInMs: 1 }, 1],
  ])('%j', async (options, expiresInMs) => {
    const fetch = playing(shared);
    await clientWith(fetch).cdrs.share('c', options);
    expect(JSON.parse(fetch.seen[0]?.body ?? '')).toEqual({ expiresInMs });
  });

  it('is the service’s own when nothing is said: no body, no content type', async () => {
    const fetch = playing(shared);
    await clientWith(fetch).cdrs.share('c', { expiresIn: undefined });
    expect(fetch.seen[0]).toMatchObject({ method: 'POST' });
    expect(fetch.seen[0]?.body).toBeUndefined();
    expect(fetch.seen[0]?.headers).not.toHaveProperty('content-type');
  });

  it.each([
    [{ expiresInMs: 0 }, 'expiresInMs'],
    [{ expiresInMs: -1 }, 'expiresInMs'],
    [{ expiresInMs: Number.NaN }, 'expiresInMs'],
    [{ expiresInMs: Number.POSITIVE_INFINITY }, 'expiresInMs'],
    [{ expiresInMs: 63_072_000_001 }, 'expiresInMs'],
    [{ expiresInMs: '1000' }, 'expiresInMs'],
    [{ expiresInMs: null }, 'expiresInMs'],
    [{ expiresIn: {} }, 'expiresIn'],
    [{ expiresIn: { days: 0 } }, 'expiresIn'],
    [{ expiresIn: { days: -1, hours: 48 } }, 'expiresIn.days'],
    [{ expiresIn: { days: 731 } }, 'expiresIn'],
    [{ expiresIn: { weeks: 1 } }, 'expiresIn.weeks'],
    [{ expiresIn: { days: '3' } }, 'expiresIn.days'],
    [{ expiresIn: { days: Number.NaN } }, 'expiresIn.days'],
    [{ expiresIn: 3 }, 'expiresIn'],
    [{ expiresIn: null }, 'expiresIn'],
    [{ expiresIn: { days: 1 }, expiresInMs: 5 }, 'expiresIn'],
    [{ expiry: 5 }, 'expiry'],
  ])('refuses %j', async (options, path) => {
    const fetch = playing(shared);
    const error = await failureOf(clientWith(fetch).cdrs.share('c', options as object));
    expect(error).toMatchObject({ name: 'InvalidInputError', issues: [{ path }] });
    expect(fetch.seen).toHaveLength(0);
  });
});

describe('what receive sends and refuses (spec §4.6)', () => {
  it('sends only what was given, with nothing added', async () => {
    const fetch = playing(ok(received));
    const { shares } = clientWith(fetch);
    const acceptance = {
      schemaVersion: 1,
      record: { maxAgeSeconds: 60 },
      disclosure: undefined,
    } as const;
    await shares.receive('t', { timeoutMs: 500, maxRetries: 0 });
    await shares.receive('t', { collect: true });
    await shares.receive('t', { collect: false, pendingTimeoutMs: 0 });
    await shares.receive('t', { acceptance, collect: undefined });
    expect(fetch.seen.map(({ body }) => body)).toEqual([
      undefined,
      '{"collect":true}',
      '{"collect":false}',
      '{"acceptance":{"schemaVersion":1,"record":{"maxAgeSeconds":60}}}',
    ]);
  });

  it.each([
    [{ collect: 'yes' }, 'collect'],
    [{ acceptance: {} }, 'schemaVersion'],
    [{ acceptance: null }, ''],
    [
      { acceptance: { schemaVersion: 1, record: { maxAgeSeconds: Number.NaN } } },
      'record.maxAgeSeconds',
    ],
    [
      { acceptance: { schemaVersion: 1, disclosure: { requirePresnt: true } } },
      'disclosure.requirePresnt',
    ],
    [{ acceptance: { schemaVersion: 1, leadMatch: { phone: '555-0147' } } }, 'leadMatch.phone'],
    [{ acceptance: { schemaVersion: 1, leadMatch: { phone: '' } } }, 'leadMatch.phone'],
    [{ pendingTimeoutMs: -1 }, 'pendingTimeoutMs'],
    [{ pendingTimeoutMs: 2 ** 31 }, 'pendingTimeoutMs'],
    [{ criteria: {} }, 'criteria'],
    [null, 'options'],
  ])('refuses %j', async (options, path) => {
    const fetch = playing(ok(received));
    const error = await failureOf(clientWith(fetch).shares.receive('t', options as object));
    expect(error).toMatchObject({ name: 'InvalidInputError', operation: 'shares.receive' });
    expect((error as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toContain(
      path,
    );
    expect(String(error)).not.toContain('0147');
    expect(fetch.seen).toHaveLength(0);
  });
});

describe('client.request', () => {
  it('sends what it is told, with the key, and hands the data on', async () => {
    const fetch = playing(ok({ anything: [1] }));
    const client = clientWith(fetch, { baseUrl: 'https://api.example.com/p' });
    const body = { a: 1 };
    const query = { q: 'a b', n: 1, t: true, none: undefined };
    expect(
      await client.request({ method: 'POST', path: '/v1/packages/p%20k/share', query, body }),
    ).toEqual({ anything: [1] });
    expect(fetch.seen[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.example.com/p/v1/packages/p%20k/share?q=a+b&n=1&t=true',
      body: '{"a":1}',
      redirect: 'manual',
    });
    expect(fetch.seen[0]?.headers).toHaveProperty('x-api-key');
    const { status } = await client
      .request({ method: 'GET', path: '/v1/packages/x/' })
      .withResponse();
    expect(status).toBe(200);
  });

  it.each([
    [{ path: '/v2/x' }, 'path'],
    [{ path: '/v1' }, 'path'],
    [{ path: '/v1/' }, 'path'],
    [{ path: 'v1/x' }, 'path'],
    [{ path: '//evil.example/v1/x' }, 'path'],
    [{ path: 'https://evil.example/v1/x' }, 'path'],
    [{ path: '/v1/../x' }, 'path'],
    [{ path: '/v1/./x' }, 'path'],
    [{ path: '/v1/%2e%2e/x' }, 'path'],
    [{ path: '/v1/%252e%252e/x' }, 'path'],
    [{ path: '/v1/a%2Fb' }, 'path'],
    [{ path: '/v1/a%5cb' }, 'path'],
    [{ path: '/v1/a\\b' }, 'path'],
    [{ path: '/v1//x' }, 'path'],
    [{ path: '/v1/x?y=1' }, 'path'],
    [{ path: '/v1/x#y' }, 'path'],
    [{ path: '/v1/a b' }, 'path'],
    [{ path: '/v1/%zz' }, 'path'],
    [{ path: '/v1/%ff' }, 'path'],
    [{ path: '/v1/a%0a' }, 'path'],
    [{ path: `/v1/${'x'.repeat(9000)}` }, 'path'],
    [{ path: undefined }, 'path'],
    [{ path: '/v1/x', method: 'DELETE' }, 'method'],
    [{ path: '/v1/x', method: 'get' }, 'method'],
    [{ path: '/v1/x', body: {} }, 'body'],
    [{ path: '/v1/x', method: 'POST', body: 1n }, 'body'],
    [{ path: '/v1/x', method: 'POST', body: () => 1 }, 'body'],
    [{ path: '/v1/x', query: { a: {} } }, 'query.a'],
    [{ path: '/v1/x', query: { a: Number.NaN } }, 'query.a'],
    [{ path: '/v1/x', query: { a: Number.NEGATIVE_INFINITY } }, 'query.a'],
    [{ path: '/v1/x', query: { a: 1n } }, 'query.a'],
    [{ path: '/v1/x', query: 'a=1' }, 'query'],
    [{ path: '/v1/x', headers: {} }, 'headers'],
  ])('refuses %o', async (request, path) => {
    const fetch = playing(ok({}));
    const given = { method: 'GET', ...request } as Parameters<
      ReturnType<typeof clientWith>['request']
    >[0];
    expect(await failureOf(clientWith(fetch).request(given))).toMatchObject({
      name: 'InvalidInputError',
      operation: 'request',
      issues: [{ path }],
    });
    expect(fetch.seen).toHaveLength(0);
  });

  it('refuses to be called with nothing', async () => {
    const error = await failureOf(clientWith(playing(ok({}))).request(undefined as never));
    expect(error).toMatchObject({ name: 'InvalidInputError' });
  });
});
