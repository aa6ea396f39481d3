import { beforeAll, describe, expect, it } from 'vitest';
import { ConsentEvidence } from '../../src/client/client.ts';
import {
  brokenConnection,
  hanging,
  no,
  ok,
  page,
  playing,
  refusedConnection,
  reply,
} from './support/answers.ts';
import { API_KEY, clientWith, loadTransport } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { cdr, entry } from './support/operations.ts';

beforeAll(loadTransport);

const NOW = Date.UTC(2026, 0, 5, 12);
const dated = (ms: number) => ({ date: new Date(NOW + ms).toUTCString() });

describe('client.check', () => {
  it('finds nothing wrong', async () => {
    const fetch = playing(ok({ domains: [] }));
    expect(await clientWith(fetch).check()).toEqual({
      ok: true,
      problems: [],
      keyId: API_KEY.split('.')[0],
    });
    expect(fetch.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://api.example.com/v1/domains',
    ]);
  });

  it('says whose key it is, from one record', async () => {
    const entries = { cdrs: [entry] };
    const fetch = playing(
      ok({ domains: ['', 'new.example', 'a.example'] }),
      ok({ cdrs: [] }),
      ok(entries),
      ok({ cdr }),
    );
    expect(await clientWith(fetch).check()).toMatchObject({
      ok: true,
      keyId: API_KEY.split('.')[0],
      organizationName: cdr.organizationName,
    });
    expect(fetch.seen.map(({ url }) => url.replace('https://api.example.com', ''))).toEqual([
      '/v1/domains',
      '/v1/domains/new.example/cdrs?pageSize=1',
      '/v1/domains/a.example/cdrs?pageSize=1',
      `/v1/cdrs/${entry.cdrId}`,
    ]);
  });

  it.each([
    ['no record can be read', no(500, 'BUSY')],
    ['the organization cannot be read', ok({ cdr: { ...cdr, organizationName: 'Organization' } })],
  ])('says no name where %s, which is no problem', async (_, last) => {
    const fetch = playing(ok({ domains: ['a.example'] }), ok({ cdrs: [entry] }), last);
    const report = await clientWith(fetch).check();
    expect(report).toMatchObject({ ok: true, problems: [] });
    expect([report.organizationName, fetch.seen.length]).toEqual([undefined, 3]);
  });

  it.each([
    ['a refused connection', refusedConnection, 'connection'],
    ['a broken connection', brokenConnection, 'connection'],
    ['no answer', hanging, 'connection'],
    ['a 503', no(503, 'BUSY'), 'connection'],
    ['a 429', no(429, 'RATE_LIMITED'), 'connection'],
    ['a gateway’s 502', page(502), 'connection'],
    ['some other site', page(200), 'baseUrl'],
    ['some other site without it', page(404), 'baseUrl'],
    ['an unknown path', no(404, 'NOT_FOUND'), 'baseUrl'],
    ['a wrong method', no(405, 'METHOD_NOT_ALLOWED'), 'baseUrl'],
    [
      'a redirect',
      () => new Response(null, { status: 301, headers: { location: 'https://www.example/' } }),
      'baseUrl',
    ],
    ['a key that is not known', no(401, 'UNAUTHENTICATED'), 'apiKey'],
    ['access switched off', no(403, 'API_ACCESS_DISABLED'), 'access'],
    ['no authority', no(403, 'FORBIDDEN'), 'access'],
    ['a refusal that nobody expects', no(400, 'INVALID_ARGUMENT'), 'connection'],
    ['an unusable success', reply(200, { ok: true, data: 7 }), 'baseUrl'],
  ] as const)('%s: %s', async (_, play, area) => {
    const report = await clientWith(playing(play), { timeoutMs: 100, maxRetries: 0 }).check();
    expect(report).toMatchObject({
      ok: false,
      problems: [{ area, message: expect.stringMatching(/\w+ \w+/) }],
    });
    expect(JSON.stringify(report)).not.toContain(API_KEY);
  });

  it('a key and a base address that are missing or malformed', async () => {
    const fetch = playing(ok({ domains: [] }));
    const options = { baseUrl: 'https://api.example.com', fetch };
    expect(
      await new ConsentEvidence({ ...options, apiKey: () => 'malformed' }).check(),
    ).toMatchObject({ ok: false, problems: [{ area: 'apiKey' }] });
    expect(await new ConsentEvidence({ apiKey: API_KEY, fetch }).check()).toMatchObject({
      ok: false,
      problems: [{ area: 'baseUrl' }],
    });
    expect(fetch.seen).toHaveLength(0);
  });

  it.each([
    [0, true, 0],
    [-3_600_000, false, -3_600_000],
    [3_600_000, false, 3_600_000],
    [59_000, true, 59_000],
    [-61_000, false, -61_000],
  ])('a service clock %i ms ahead', async (ms, fine, clockSkewMs) => {
    for (const play of [
      ok({ domains: [] }, dated(ms)),
      no(401, 'UNAUTHENTICATED', { headers: dated(ms) }),
      page(404, dated(ms)),
    ]) {
      const report = await clientWith(playing(play)).check();
      expect(report.clockSkewMs).toBe(clockSkewMs);
      expect(report.problems.some(({ area }) => area === 'clock')).toBe(!fine);
    }
    const { problems } = await clientWith(playing(ok({ domains: [] }, dated(ms)))).check();
    if (!fine) expect(problems[0]?.message).toContain(ms > 0 ? 'behind' : 'ahead');
  });

  it('rejects only for the caller’s own signal and options', async () => {
    const client = clientWith(playing(ok({ domains: [] })));
    expect(await failureOf(client.check({ signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    });
    expect(await failureOf(client.check({ timeoutMs: 0 }))).toMatchObject({
      name: 'InvalidInputError',
    });
  });
});
