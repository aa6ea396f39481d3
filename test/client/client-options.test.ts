import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isBrowser } from '../../src/client/browser-guard.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import type { ConsentEvidenceOptions } from '../../src/client/client-settings.ts';
import { ok, page, playing } from './support/answers.ts';
import { API_KEY, clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { operations } from './support/operations.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const domains = ok({ domains: [] });
const construct = (options: object) => () => new ConsentEvidence(options as ConsentEvidenceOptions);

describe('what the constructor is given wrong, it refuses', () => {
  it.each([
    [{ apiKey: 'nodot' }, 'apiKey'],
    [{ apiKey: 'kid.planted\n' }, 'apiKey'],
    [{ apiKey: 7 }, 'apiKey'],
    [{ baseUrl: 'api.example.com' }, 'baseUrl'],
    [{ baseUrl: '/v1' }, 'baseUrl'],
    [{ baseUrl: 'ftp://api.example.com' }, 'baseUrl'],
    [{ baseUrl: 'https://u:p@api.example.com' }, 'baseUrl'],
    [{ baseUrl: 'https://api.example.com/?a' }, 'baseUrl'],
    [{ baseUrl: 'https://api.example.com/?' }, 'baseUrl'],
    [{ baseUrl: 'https://api.example.com/#' }, 'baseUrl'],
    [{ baseUrl: 'https://api.example.com/v1' }, 'baseUrl'],
    [{ baseUrl: 'https://api.example.com/x/v1/' }, 'baseUrl'],
    [{ baseUrl: 'https://api.example.com//x' }, 'baseUrl'],
    [{ baseUrl: 'https://api.example.com\n' }, 'baseUrl'],
    [{ baseUrl: 'https:\\\\api.example.com' }, 'baseUrl'],
    [{ baseUrl: 'http://api.example.com' }, 'baseUrl'],
    [{ baseUrl: 'http://127.0.0.1.example.com' }, 'baseUrl'],
    [{ baseUrl: 'http://localhost.example.com' }, 'baseUrl'],
    [{ baseUrl: new URL('https://api.example.com') }, 'baseUrl'],
    [{ shareOrigins: 'https://links.example.com' }, 'shareOrigins'],
    [{ shareOrigins: ['https://links.example.com', 7] }, 'shareOrigins.1'],
    [{ shareOrigins: ['links.example.com'] }, 'shareOrigins.0'],
    [{ shareOrigins: ['ftp://links.example.com'] }, 'shareOrigins.0'],
    [{ shareOrigins: ['https://links.example.com/pre'] }, 'shareOrigins.0'],
    [{ shareOrigins: ['https://links.example.com/v1/'] }, 'shareOrigins.0'],
    [{ shareOrigins: ['https://links.example.com/?a'] }, 'shareOrigins.0'],
    [{ shareOrigins: ['https://links.example.com/#a'] }, 'shareOrigins.0'],
    [{ shareOrigins: ['https://u:p@links.example.com'] }, 'shareOrigins.0'],
    [{ shareOrigins: ['http://links.example.com'] }, 'shareOrigins.0'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ deadlineMs: 2 ** 31 }, 'deadlineMs'],
    [{ maxRetries: -1 }, 'maxRetries'],
    [{ pendingTimeoutMs: -1 }, 'pendingTimeoutMs'],
    [{ fetch: 'fetch' }, 'fetch'],
    [{ clock: {} }, 'clock'],
    [{ clock: null }, 'clock'],
    [{ trace: {} }, 'trace'],
    [{ validateReplies: 'off' }, 'validateReplies'],
    [{ allowInsecureHttp: 'yes' }, 'allowInsecureHttp'],
    [{ allowBrowser: 1 }, 'allowBrowser'],
    [{ apikey: 'a.b' }, 'apikey'],
    [null, 'options'],
    ['a.b', 'options'],
  ])('%o', (options, path) => {
    try {
      construct(options as object)();
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        name: 'InvalidInputError',
        issues: [{ path }],
        outcome: 'not_sent',
      });
      expect(inspect(error)).not.toMatch(/planted|u:p/);
    }
  });

  it('names all of it at once, and the option that allows http', () => {
    const wrong = construct({ apiKey: 'x', baseUrl: 'http://api.example.com', maxRetries: 0.5 });
    expect(wrong).toThrow(/apiKey: .*; maxRetries: .*; baseUrl: .*allowInsecureHttp/);
  });

  it('says to leave /v1 out', () => {
    expect(construct({ baseUrl: 'https://api.example.com/v1' })).toThrow(/leave out "\/v1"/);
  });
});

describe('baseUrl', () => {
  it('in quotes, as a .env file may have it, is refused with the reason', () => {
    for (const quote of ['"', "'", '`']) {
      const baseUrl = `${quote}https://api.example.com${quote}`;
      const make = () => new ConsentEvidence({ apiKey: 'kid.secret', baseUrl });
      expect(make).toThrow('without quotes (were they copied from a .env file?)');
    }
  });

  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://API.example.com:443/', 'https://api.example.com'],
    ['https://api.example.com/pre/fix/', 'https://api.example.com/pre/fix'],
    ['https://api.example.com/v1x', 'https://api.example.com/v1x'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://api.localhost', 'http://api.localhost'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://[::1]:1/', 'http://[::1]:1'],
  ])('%s', async (baseUrl, base) => {
    const fetch = playing(domains);
    await clientWith(fetch, { baseUrl }).domains.list();
    expect(fetch.seen[0]?.url).toBe(`${base}/v1/domains`);
  });

  it('may be http elsewhere where that is allowed', async () => {
    const fetch = playing(domains);
    await clientWith(fetch, {
      baseUrl: 'http://api.internal',
      allowInsecureHttp: true,
    }).domains.list();
    expect(fetch.seen[0]?.url).toBe('http://api.internal/v1/domains');
  });
});

describe('what is missing, the first call refuses', () => {
  it('key and base address; nothing is thrown before', async () => {
    vi.stubEnv('CONSENT_EVIDENCE_API_KEY', '');
    vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', undefined);
    const fetch = playing(domains);
    const noKey = new ConsentEvidence({ baseUrl: 'https://api.example.com', fetch });
    expect(await failureOf(noKey.domains.list())).toMatchObject({
      issues: [{ path: 'apiKey' }],
      operation: 'domains.list',
    });
    const noBase = new ConsentEvidence({ apiKey: 'a.b', fetch });
    expect(await failureOf(noBase.domains.list())).toMatchObject({ issues: [{ path: 'baseUrl' }] });
    expect(await failureOf(noBase.shares.receive('t'))).toMatchObject({
      issues: [{ path: 'baseUrl' }],
    });
    expect(await failureOf(noBase.cdrs.download('c'))).toMatchObject({
      issues: [{ path: 'baseUrl' }],
    });
    expect(fetch.seen).toHaveLength(0);
  });

  it.each([
    ['no base address', undefined, /^is missing/],
    ['one that cannot be used', 'http://env.example', /allowInsecureHttp/],
  ])('the key together with %s, in one error', async (_, baseUrl, problem) => {
    vi.stubEnv('CONSENT_EVIDENCE_API_KEY', undefined);
    vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', baseUrl);
    const fetch = playing(domains);
    const bare = new ConsentEvidence({ fetch });
    const both = [
      { path: 'apiKey', message: expect.stringMatching(/^is missing.*CONSENT_EVIDENCE_API_KEY/) },
      { path: 'baseUrl', message: expect.stringMatching(problem) },
    ];
    for (const { name, operation, call } of operations) {
      const asksNoKey = operation === 'shares.dashboardUrl';
      expect(await failureOf(call(bare)), name).toMatchObject({
        name: 'InvalidInputError',
        operation,
        issues: asksNoKey ? [{ path: 'baseUrl' }] : both,
      });
    }
    expect(await failureOf(bare.cdrs.download('cdr_1'))).toMatchObject({ issues: both });
    expect(() => bare.shares.tokenOf('t')).toThrow(/^baseUrl: /);
    const { problems } = await bare.check();
    expect(problems.map(({ area }) => area)).toEqual(['apiKey', 'baseUrl']);
    expect(fetch.seen).toHaveLength(0);
  });

  it('both come from the environment, read by the call', async () => {
    const fetch = playing(domains);
    const client = new ConsentEvidence({ fetch });
    vi.stubEnv('CONSENT_EVIDENCE_API_KEY', 'env.key');
    vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', 'https://env.example/');
    await client.domains.list();
    expect(fetch.seen[0]).toMatchObject({
      url: 'https://env.example/v1/domains',
      headers: { 'x-api-key': 'env.key' },
    });
    vi.stubEnv('CONSENT_EVIDENCE_API_KEY', 'malformed');
    expect(await failureOf(client.domains.list())).toMatchObject({ issues: [{ path: 'apiKey' }] });
    vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', 'http://env.example');
    expect(await failureOf(client.domains.list())).toMatchObject({ issues: [{ path: 'baseUrl' }] });
  });

  it('an environment that may not be read counts as empty', async () => {
    const env = new Proxy(
      {},
      {
        get: () => {
          throw new Error('NotCapable');
        },
      },
    );
    vi.stubGlobal('process', { ...process, env });
    const client = new ConsentEvidence({
      baseUrl: 'https://api.example.com',
      fetch: playing(domains),
    });
    expect(await failureOf(client.domains.list())).toMatchObject({ issues: [{ path: 'apiKey' }] });
  });
});

describe('fetch', () => {
  it('is called unbound, with a URL and an init', async () => {
    let receiver: unknown = 'none';
    async function fetch(this: unknown, url: unknown) {
      receiver = this;
      expect(url).toBe('https://api.example.com/v1/domains');
      return Response.json({ ok: true, data: { domains: [] }, requestId: 'r' });
    }
    await clientWith(fetch).domains.list();
    expect(receiver).toBeUndefined();
  });

  it('is by default the platform’s own at the time of the call', async () => {
    vi.stubGlobal('fetch', playing(ok({ domains: ['stubbed'] })));
    const client = new ConsentEvidence({ apiKey: API_KEY, baseUrl: 'https://api.example.com' });
    expect(await client.domains.list()).toEqual(['stubbed']);
  });
});

describe('withOptions', () => {
  it('is a copy with changes; what is undefined stays', async () => {
    const fetch = playing(page(503));
    const client = clientWith(fetch, { maxRetries: 1 });
    await failureOf(client.withOptions({ maxRetries: 0 }).domains.list());
    expect(fetch.seen).toHaveLength(1);
    await failureOf(client.withOptions({ maxRetries: undefined, timeoutMs: 99 }).domains.list());
    expect(fetch.seen).toHaveLength(3);
    await failureOf(client.domains.list());
    expect(fetch.seen).toHaveLength(5);
    expect(() => client.withOptions({ apiKey: 'malformed' })).toThrow(/apiKey/);
    expect(() => client.withOptions(null as never)).toThrow(/options/);
  });
});

describe('a browser', () => {
  const window = { document: {} };
  it.each([
    ['a page', { window }, true],
    ['a page simulated in Node', { window, process: { versions: { node: '22.13.0' } } }, false],
    ['Deno', { window, Deno: {} }, false],
    ['Bun', { window, Bun: {} }, false],
    ['Workers', { window, navigator: { userAgent: 'Cloudflare-Workers' } }, false],
    ['a worker without a page', { navigator: { userAgent: 'Mozilla' } }, false],
    ['a bundler’s process', { window, process: { env: {} } }, true],
  ])('%s', (_, globals, expected) => {
    expect(isBrowser(globals)).toBe(expected);
  });

  it('is refused unless it is allowed', () => {
    vi.stubGlobal('window', window);
    vi.stubGlobal('process', { env: {} });
    expect(construct({ apiKey: API_KEY })).toThrow(/allowBrowser/);
    expect(construct({ apiKey: API_KEY, allowBrowser: true })).not.toThrow();
  });
});
