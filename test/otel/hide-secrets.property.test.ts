import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideSecrets } from '../../src/otel/index.ts';
import { composed } from '../texts/characters.ts';

const HOST = 'api.example.com';

/** Any token that a client can be given, which it escapes in a path. */
const token = fc
  .string({ minLength: 1, maxLength: 60, unit: composed })
  .map((text) => `${text}planted`)
  .filter((text) => !/[/\\\p{C}]/u.test(text) && !/\p{Cs}/u.test(text));

const prefix = fc.constantFrom('', '/tenant-7', '/a/v1');
const tail = fc.constantFrom('', '/', '/claim', '?a=b', '/claim?x#y', '#f');

/** A path with the token, as a client, a browser or a form sends it. */
const path = fc
  .tuple(prefix, fc.constantFrom('shares', 'package-shares'), token, tail, fc.nat(2))
  .map(([before, shares, secret, after, times]) => {
    const share = `${before}/v1/${shares}/${encodeURIComponent(secret)}${after}`;
    let text = `https://${HOST}${share}`;
    for (let n = 0; n < times; n += 1) text = encodeURIComponent(text);
    return times === 0 ? share : `/leads?url=${text}&n=1`;
  });

/** Returns one request in the form that each hook gets. */
function hands(target: string): Record<string, object> {
  return {
    'undici, headers as a list': { origin: `https://${HOST}`, path: target, headers: ['a', 'b'] },
    'undici, headers as lines': { origin: `https://${HOST}`, path: target, headers: 'a: b\r\n' },
    'node:http, out': { protocol: 'https:', hostname: HOST, port: 443, path: target },
    'node:http, out, by host': { host: '::1', port: '8080', path: target, headers: { a: 'b' } },
    'node:http, in': { url: target, headers: { host: HOST } },
  };
}

describe('hideSecrets', () => {
  it('gives, for any token in any address, attributes in which it is not', () => {
    fc.assert(
      fc.property(path, (target) => {
        for (const [what, request] of Object.entries(hands(target))) {
          const hidden = hideSecrets(request);
          expect(Object.values(hidden).join(' '), what).toContain('[redacted]');
          expect(JSON.stringify(hidden), what).not.toContain('planted');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('names all the attributes of each instrumentation, old names of http’s included', () => {
    const hidden = Object.values(hands('/v1/shares/tok?q=1')).map((each) => hideSecrets(each));
    const full = 'https://api.example.com/v1/shares/[redacted]?q=1';
    const target = { 'url.path': '/v1/shares/[redacted]', 'url.query': '?q=1' };
    const old = { 'http.target': '/v1/shares/[redacted]?q=1' };
    expect(hidden).toEqual([
      { 'url.full': full, ...target },
      { 'url.full': full, ...target },
      { 'url.full': full, 'http.url': full, ...old },
      {
        ...{ 'url.full': 'http://[::1]:8080/v1/shares/[redacted]?q=1', ...old },
        'http.url': 'http://[::1]:8080/v1/shares/[redacted]?q=1',
      },
      { ...target, 'http.url': full.replace('https', 'http'), ...old },
    ]);
  });

  it('leaves alone what holds no secret', () => {
    for (const target of ['/v1/domains', '/shares/7', '/v1/cdrs/c?a=b', '/v2/shares/x']) {
      for (const request of Object.values(hands(target))) expect(hideSecrets(request)).toEqual({});
    }
  });

  it('hides what a client of this package filters by, and the whole address of an image', () => {
    const client = { 'User-Agent': 'consent-evidence/1.2.3', Accept: 'application/json' };
    const list = {
      hostname: HOST,
      path: '/v1/domains/d/cdrs?metadataValue=%2B1415',
      headers: client,
    };
    expect(hideSecrets(list)['url.full']).toBe(
      'http://api.example.com/v1/domains/d/cdrs?[redacted]',
    );
    const [accept, agent] = ['*/*', 'consent-evidence/1.2.3'].map((text) => Buffer.from(text));
    const image = {
      ...{ origin: 'https://store.example', path: '/signed/abc/img?s=1' },
      headers: ['accept', accept, 'user-agent', agent],
    };
    expect(hideSecrets(image)).toEqual({
      ...{ 'url.full': 'https://store.example/[redacted]', 'url.path': '/[redacted]' },
      'url.query': '',
    });
  });

  it.each<[string, unknown]>([
    ['a list', ['accept', 'application/json', 'user-agent', 'consent-evidence/1.2.3']],
    ['lines', 'accept: application/json\r\nUser-Agent: consent-evidence/1.2.3\r\n'],
    ['a record', { 'User-Agent': 'consent-evidence/1.2.3' }],
    ['a record of lists', { 'user-agent': ['consent-evidence/1.2.3'] }],
    ['bytes', [Buffer.from('user-agent'), Buffer.from('consent-evidence/1.2.3')]],
  ])('hides the phone that it filters by where the headers come as %s', (_, headers) => {
    const path = '/v1/domains/d/cdrs?metadataKey=phones&metadataValue=%2B14155550123';
    const shown = hideSecrets({ origin: `https://${HOST}`, path, headers });
    expect(shown['url.query']).toBe('?[redacted]');
    expect(JSON.stringify(shown)).not.toContain('4155550123');
  });

  it.each([
    'X-Amz-Signature',
    'X-Amz-Credential',
    'X-Amz-Security-Token',
    'X-Goog-Signature',
    'Signature',
    'sig',
    'AWSAccessKeyId',
    'token',
  ])('hides the parameter %s, which makes an address a credential', (name) => {
    const request = { origin: 'https://store.example', path: `/img?a=1&${name}=planted&b=2` };
    expect(hideSecrets(request)['url.query']).toBe(`?a=1&${name}=[redacted]&b=2`);
  });

  it('shows nothing of an address that it cannot read, and never throws', () => {
    const hostile = {
      get origin(): string {
        throw new Error('planted');
      },
    };
    for (const request of [{ origin: 'not one', path: 'planted' }, hostile, { host: 'a b' }]) {
      expect(new Set(Object.values(hideSecrets(request)))).toEqual(new Set(['[redacted]']));
    }
  });
});
