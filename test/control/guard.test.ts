/* eslint-disable @typescript-eslint/no-unsafe-member-access -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { isServedHost } from '../../mock/ground/served-hosts.ts';
import { type Desk, openDesk } from './support/desk.ts';
import { rawRequest } from './support/raw-request.ts';

function withHeaders(desk: Desk, headers: Record<string, string>, method = 'GET') {
  return desk.send(method, method === 'GET' ? '/clock' : '/reset', { headers });
}

describe('who may use the control API', () => {
  it.each(['localhost', '127.0.0.1:80', '127.8.9.1', '[::1]:4010', 'LOCALHOST', 'fake.localhost'])(
    'the host %s is this machine',
    async (host) => {
      const desk = await openDesk();
      expect((await withHeaders(desk, { host })).status).toBe(200);
    },
  );

  it.each([
    'rebound.example',
    'localhost.example',
    '127.0.0.1.example',
    '10.0.0.7',
    'localhost:80:80',
    'user@localhost',
  ])('the host %j is another: a name that is pointed here is refused', async (host) => {
    const desk = await openDesk();
    expect((await withHeaders(desk, { host })).code).toBe('FOREIGN_HOST');
  });

  it("takes a container's name once it is allowed, and links begin with it", async () => {
    const desk = await openDesk({ seed: 'demo' }, { allowHosts: ['Consent-Fake'] });
    const headers = { host: 'consent-fake:4010' };
    expect((await desk.send('GET', '/ready', { headers })).json.baseUrl).toBe(
      'http://consent-fake:4010',
    );
    const body = { organization: 'sunroof', preset: 'checkedBox', page: { autoShare: true } };
    const { shareUrl } = (await desk.send('POST', '/captures', { headers, body })).json;
    expect(shareUrl).toMatch(/^http:\/\/consent-fake:4010\/v1\/shares\//);
  });

  it.each(['http://evil.example', 'null', 'https://localhost', 'http://localhost:1'])(
    'a page of the origin %s has no business here',
    async (origin) => {
      const desk = await openDesk();
      const headers = { origin, host: 'localhost' };
      expect((await withHeaders(desk, headers)).code).toBe('FOREIGN_ORIGIN');
      expect((await withHeaders(desk, headers, 'POST')).code).toBe('FOREIGN_ORIGIN');
    },
  );

  it('a page of its own may, and one of another site may not even ask', async () => {
    const desk = await openDesk();
    const own = { host: 'localhost:4010', origin: 'http://localhost:4010' };
    expect((await withHeaders(desk, own)).status).toBe(200);
    expect((await withHeaders(desk, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await withHeaders(desk, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('the API of the service itself asks for no origin', async () => {
    const desk = await openDesk();
    const { status } = await rawRequest(desk.served.url, {
      ...{ method: 'GET', target: '/v1/domains' },
      headers: { origin: 'http://evil.example' },
    });
    expect(status).toBe(401);
  });

  it('demands the control token where one is set, whatever else is right', async () => {
    const desk = await openDesk({}, { controlToken: 'correct-horse' });
    const bearer = (token: string) => withHeaders(desk, { authorization: `Bearer ${token}` });
    expect((await desk.get('/clock')).code).toBe('UNAUTHENTICATED');
    for (const wrong of ['correct-hors', 'correct-horsee', 'Correct-horse', 'x'.repeat(2000)]) {
      expect((await bearer(wrong)).code).toBe('UNAUTHENTICATED');
    }
    expect((await bearer('correct-horse')).status).toBe(200);
    expect((await desk.get('/ready')).status).toBe(200);
  });

  it('is closed beyond loopback without a token', async () => {
    const desk = await openDesk({}, { host: '0.0.0.0' });
    expect(desk.served.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await desk.get('/organizations')).code).toBe('CONTROL_TOKEN_NEEDED');
    expect((await desk.get('/ready')).status).toBe(200);
  });

  it.each([
    [{ controlToken: 'short' }, 'controlToken'],
    [{ allowHosts: ['ok', 'http://fake'] }, 'allowHosts.1'],
    [{ dashboardUrl: 'nowhere' }, 'dashboardUrl'],
  ])('refuses to serve with %j', async (serve, path) => {
    await expect(openDesk({}, serve)).rejects.toMatchObject({ issues: [{ path }] });
  });

  it('never takes the address of every interface for a name', () => {
    expect(isServedHost('0.0.0.0', '0.0.0.0', [])).toBe(false);
    expect(isServedHost('192.168.0.7:4010', '192.168.0.7', [])).toBe(true);
  });

  it('on every interface takes any address, because no one can redirect an address, but no name', () => {
    for (const host of ['10.0.0.7', '10.0.0.7:4010', '[fd00::7]:4010']) {
      expect(isServedHost(host, '0.0.0.0', [])).toBe(true);
      expect(isServedHost(host, '[::]', [])).toBe(true);
      expect(isServedHost(host, '127.0.0.1', [])).toBe(false);
    }
    for (const host of ['10.0.0.7.example', 'rebound.example', '[::]', '0.0.0.0:4010']) {
      expect(isServedHost(host, '0.0.0.0', [])).toBe(false);
    }
  });
});
