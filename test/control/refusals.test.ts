/* eslint-disable @typescript-eslint/no-unsafe-member-access -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { openDesk } from './support/desk.ts';

describe('what the control API refuses', () => {
  it('names the field, and the one that was probably meant', async () => {
    const desk = await openDesk();
    const typo = await desk.post('/organizations', { name: 'A', biling: true });
    expect(typo).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(typo.json.error.issues[0]).toMatchObject({
      ...{ path: 'biling', message: expect.stringContaining('"billing"') },
    });
    await desk.post('/organizations', { name: 'A', organizationId: 'a' });
    const preset = await desk.post('/captures', { organization: 'a', preset: 'chekedBox' });
    expect(preset.json.error.issues[0]).toMatchObject({
      ...{ path: 'preset', message: expect.stringContaining('checkedBox') },
    });
    const page = { pageUrl: 'https://x.example/', disclosures: [{ txt: 'hello' }] };
    const nested = await desk.post('/captures', { organization: 'a', page });
    expect(nested.json.error.issues).toContainEqual({
      ...{ path: 'page.disclosures.0.txt', message: expect.stringContaining('"text"') },
    });
    const bare = await desk.post('/captures', { organization: 'a' });
    expect(bare.json.error.issues[0].path).toBe('page.pageUrl');
  });

  it('says once what was expected, and where what there is can be looked up', async () => {
    const desk = await openDesk();
    const none = await desk.post('/captures', {});
    expect(none.json.error.message).toBe('organization: expected string, received undefined');
    const limit = await desk.send('GET', '/charges?limit=few');
    expect(limit.json.error.issues).toEqual([
      { path: 'limit', message: 'expected a whole number' },
    ]);
    const nobody = await desk.send('GET', '/organizations/nobody/env');
    expect(nobody.json.error.message).toContain('GET /_mock/api/organizations lists them');
  });

  it.each([
    ['GET', '/organizations/nobody/env'],
    ['PATCH', '/organizations/nobody'],
    ['DELETE', '/keys/key_none'],
    ['GET', '/records/cdr_none'],
    ['POST', '/records/__proto__/invalidate'],
    ['POST', '/deliveries/whk_none/redeliver'],
    ['GET', '/deliveries/whk_none'],
    ['GET', '/requests/req_none'],
    ['DELETE', '/faults/flt_none'],
    ['GET', '/presets/constructor'],
    ['GET', '/nowhere'],
    ['GET', '/records/%'],
    ['GET', ''],
  ])('%s %s: nothing of that name', async (method, path) => {
    const desk = await openDesk();
    expect(await desk.send(method, path)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it.each([
    'records',
    'charges',
    'charges/sums',
    'tokens',
    'share-events',
    'deliveries',
    'requests',
  ])(
    'a list of %s narrowed to an organization that there is not, as any wrong value',
    async (list) => {
      const desk = await openDesk({ seed: 'demo' });
      const reply = await desk.send('GET', `/${list}?organization=nobody`);
      expect(reply).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(reply.json.error.issues[0].path).toBe('organization');
    },
  );

  it('a wrong method, with the right ones', async () => {
    const desk = await openDesk();
    const reply = await desk.send('PUT', '/faults');
    expect(reply).toMatchObject({ status: 405 });
    expect(reply.headers.get('allow')).toBe('DELETE, GET, POST');
  });

  it('a body that is no JSON, with the place, or that is not declared to be', async () => {
    const desk = await openDesk();
    const broken = await desk.post('/organizations', '{"name": "A",}');
    expect(broken).toMatchObject({ status: 400, code: 'INVALID_JSON' });
    expect(broken.json.error.message).toContain('line 1, column 14');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const headers = { 'content-type': type };
      const reply = await desk.send('POST', '/organizations', { body: { name: 'A' }, headers });
      expect(reply).toMatchObject({ status: 415, code: 'BODY_NOT_JSON' });
    }
  });

  it.each(['latin1', 'utf16le'] as const)('a body in %s, and nothing is made', async (encoding) => {
    const desk = await openDesk();
    const body = Buffer.from(JSON.stringify({ name: 'José', organizationId: 'a' }), encoding);
    const reply = await desk.post('/organizations', body);
    expect(reply).toMatchObject({ status: 400, code: 'INVALID_JSON' });
    expect(reply.json.error.message).toContain('UTF-8');
    expect((await desk.get('/organizations')).json.organizations).toEqual([]);
  });

  it('no body for the byte order mark that an editor wrote before it', async () => {
    const desk = await openDesk();
    expect((await desk.post('/organizations', '\ufeff{"name":"José"}')).status).toBe(200);
  });

  it('a body beyond its bound', async () => {
    const desk = await openDesk();
    const reply = await desk.post('/organizations', { name: 'A'.repeat(5 * 1024 * 1024) });
    expect(reply).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
  });

  it('an unexpected body, and a missing body', async () => {
    const desk = await openDesk();
    expect((await desk.post('/reset', { hard: true })).code).toBe('INVALID_INPUT');
    expect((await desk.post('/faults')).code).toBe('INVALID_INPUT');
    expect((await desk.post('/faults', { operation: '*' })).code).toBe('INVALID_INPUT');
    expect((await desk.post('/organizations', 'null')).code).toBe('INVALID_INPUT');
  });

  it.each([{ days: -1 }, { days: 'two' }, { days: 4000 }, { weeks: 1 }, [1]])(
    'to move the time by %j',
    async (body) => {
      const desk = await openDesk();
      expect((await desk.post('/clock/advance', body)).status).toBe(400);
    },
  );

  it('to move the time beyond what a date can say, however often it is asked', async () => {
    const desk = await openDesk({ now: '9998-06-01T00:00:00Z' });
    expect((await desk.post('/clock/advance', { days: 300 })).status).toBe(200);
    expect((await desk.post('/clock/advance', { days: 300 })).status).toBe(400);
  });

  it.each(['?limit=0', '?limit=201', '?limit=ten', '?order=asc', '?after=cdr_none'])(
    'to list records with %s',
    async (query) => {
      const desk = await openDesk();
      expect((await desk.get(`/records${query}`)).code).toBe('INVALID_INPUT');
    },
  );

  it('a snapshot too many', async () => {
    const desk = await openDesk();
    const replies = await Promise.all(Array.from({ length: 1001 }, () => desk.post('/snapshots')));
    expect(replies.filter(({ code }) => code === 'TOO_MANY')).toHaveLength(1);
  });
});
