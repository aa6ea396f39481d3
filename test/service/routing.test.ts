import { expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { matchPath } from '../../src/contract/path.ts';
import { eachDoor } from './support/each-door.ts';
import { PLAIN_PAGE } from './support/world.ts';

/** Every path of spec §4 with the methods that it accepts. */
const PATHS: readonly [path: string, allow: string][] = [
  ['/v1/domains', 'GET'],
  ['/v1/domains/example.com/cdrs', 'GET'],
  ['/v1/cdrs/cdr_1', 'GET'],
  ['/v1/cdrs/cdr_1/collect', 'POST'],
  ['/v1/cdrs/cdr_1/share', 'POST'],
  ['/v1/shares/shr_1', 'GET, POST'],
  ['/v1/shares/shr_1/claim', 'POST'],
];

const UNKNOWN_PATHS = [
  '/',
  '/v1',
  '/v2/domains',
  '/v1/nothing',
  '/v1/domains/example.com',
  '/v1/cdrs',
];

const ANNOUNCED: readonly [method: string, path: string][] = [
  ['GET', '/v1/packages/pkg_1'],
  ['POST', '/v1/packages/pkg_1/share'],
  ['POST', '/v1/package-shares/tok_1'],
];

/** The announced paths that are not an endpoint yet. */
const PACKAGE_PATHS = ANNOUNCED.filter(
  ([, path]) => !Object.values(endpoints).some((row) => matchPath(row.path, path) !== undefined),
);

eachDoor((open) => {
  it.each(UNKNOWN_PATHS)(
    '5.7: the unknown path %s is 404 before any key is looked at',
    async (path) => {
      const world = await open();
      for (const key of [null, 'no-dot', 'kid.wrong']) {
        expect(await world.request('GET', path, { key })).toMatchObject({
          status: 404,
          code: 'NOT_FOUND',
        });
      }
    },
  );

  it.each(PATHS)(
    '5.7: a wrong method on %s is 405 before any key, with Allow: %s',
    async (path, allow) => {
      const world = await open();
      for (const key of [null, 'no-dot', 'kid.wrong']) {
        const reply = await world.request('DELETE', path, { key });
        expect(reply).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
        expect(reply.headers.get('allow')).toBe(allow);
      }
    },
  );

  it('1: GET on the claim path is 405, because it accepts only POST', async () => {
    const world = await open();
    const reply = await world.request('GET', '/v1/shares/shr_1/claim');
    expect(reply.code).toBe('METHOD_NOT_ALLOWED');
    expect(reply.headers.get('allow')).toBe('POST');
  });

  it.each(['HEAD', 'OPTIONS'])(
    '1: %s is a wrong method as any other, without CORS headers',
    async (method) => {
      const world = await open();
      const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
      const reply = await world.request(method, '/v1/domains', { headers });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toBe('GET');
      expect(reply.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('1: a CORS request is answered without CORS headers', async () => {
    const world = await open();
    const key = world.mock.addOrganization({ name: 'Acme' });
    const headers = { origin: 'https://shop.example' };
    const reply = await world.request('GET', '/v1/domains', { key, headers });
    expect(reply.status).toBe(200);
    expect(reply.headers.has('access-control-allow-origin')).toBe(false);
  });

  it.each(['/v1/domains/', '/v1/domains//', '/v1/domains/////'])(
    '1: trailing slashes are ignored, all of them: %s',
    async (path) => {
      const world = await open();
      const key = world.mock.addOrganization({ name: 'Acme' });
      expect((await world.request('GET', path, { key })).status).toBe(200);
    },
  );

  it('1: trailing slashes are ignored behind a parameter and before a query too', async () => {
    const world = await open();
    const key = world.mock.addOrganization({ name: 'Acme' });
    const { cdrId } = world.mock.capture(key, PLAIN_PAGE);
    expect((await world.request('GET', `/v1/cdrs/${cdrId}//`, { key })).status).toBe(200);
    expect((await world.request('POST', `/v1/cdrs/${cdrId}/share/`, { key })).status).toBe(200);
    const query = { order: 'asc' };
    const list = await world.request('GET', '/v1/domains/example.com/cdrs/', { key, query });
    expect(list.status).toBe(200);
  });

  it('1: /v1/cdrs/ is /v1/cdrs, which is unknown, and not a record without a name', async () => {
    const world = await open();
    const key = world.mock.addOrganization({ name: 'Acme' });
    expect((await world.request('POST', '/v1/cdrs/', { key })).code).toBe('NOT_FOUND');
    expect((await world.request('POST', '/v1/shares//', { key })).code).toBe('NOT_FOUND');
  });

  it.each(['//v1/domains', '/v1//domains', '/v1/domains//cdrs', '/v1/cdrs//collect'])(
    '1: the empty inner segment of %s makes an unknown path',
    async (path) => {
      const world = await open();
      const key = world.mock.addOrganization({ name: 'Acme' });
      for (const method of ['GET', 'POST']) {
        expect((await world.request(method, path, { key })).code).toBe('NOT_FOUND');
      }
    },
  );

  it.each([
    '/v1/cdrs/a/b',
    '/v1/cdrs/a%2Fb',
    '/v1/cdrs/a%2fb',
    '/v1/shares/%2F',
    '/v1/domains/a%2Fb/cdrs',
  ])('1: a parameter that holds a slash does not match, encoded or not: %s', async (path) => {
    const world = await open();
    for (const key of [null, world.mock.addOrganization({ name: 'Acme' })]) {
      const reply = await world.request('GET', path, { key });
      expect(reply.code).toBe('NOT_FOUND');
      expect(world.mock.explain(reply.requestId).decision?.check).toBe('the path is known');
    }
  });

  it.each(['/v1/cdrs/%ZZ', '/v1/cdrs/%', '/v1/shares/%E0%A4%A', '/v1/domains/%FF/cdrs'])(
    '1: malformed percent coding is 404 and no crash, with a key and without: %s',
    async (path) => {
      const world = await open();
      for (const key of [null, world.mock.addOrganization({ name: 'Acme' })]) {
        const reply = await world.request('GET', path, { key });
        expect(reply.code).toBe('NOT_FOUND');
        expect(world.mock.explain(reply.requestId).decision?.check).toBe('the path is known');
      }
    },
  );

  it('1: a parameter is decoded once', async () => {
    const world = await open();
    const key = world.mock.addOrganization({ name: 'Acme' });
    const { cdrId } = world.mock.capture(key, PLAIN_PAGE);
    const once = `%${cdrId.charCodeAt(0).toString(16)}${cdrId.slice(1)}`;
    expect((await world.request('GET', `/v1/cdrs/${once}`, { key })).status).toBe(200);
    const twice = once.replace('%', '%25');
    expect((await world.request('GET', `/v1/cdrs/${twice}`, { key })).code).toBe('NOT_FOUND');
    // Decoded twice, this would contain a slash; decoded once, it is an id that no record has.
    const slash = await world.request('GET', '/v1/cdrs/a%252Fb', { key });
    expect(world.mock.explain(slash.requestId).decision?.check).toBe('the record exists');
  });

  it.each(['/V1/domains', '/v1/Domains', '/v1/cdrs/cdr_1/Collect'])(
    '1: paths are case-sensitive: %s is unknown',
    async (path) => {
      const world = await open();
      expect((await world.request('GET', path)).code).toBe('NOT_FOUND');
    },
  );

  it.each(PACKAGE_PATHS)('4.8: %s %s is not available yet', async (method, path) => {
    const world = await open();
    const key = world.mock.addOrganization({ name: 'Acme' });
    // An existing endpoint answers any other method with 405, whatever the id.
    for (const each of ['PUT', method]) {
      expect(await world.request(each, path, { key })).toMatchObject({ code: 'NOT_FOUND' });
      const noticed = world.mock.requests().at(-1);
      expect(noticed?.status).toBe(404);
      expect(noticed).not.toHaveProperty('operation');
    }
  });

  it('1: every kind of answer carries Cache-Control: no-store', async () => {
    const world = await open();
    const key = world.mock.addOrganization({ name: 'Acme' });
    const buyer = world.mock.addOrganization({ name: 'Buyer' });
    const { cdrId } = world.mock.capture(key, PLAIN_PAGE);
    const pending = world.mock.capture(key, { ...PLAIN_PAGE, render: 'manual', autoShare: true });
    const pendingToken = pending.shareUrl?.split('/').at(-1) ?? '';
    const record = await world.read(key, cdrId);
    world.mock.addFault({ operation: 'domains.list', status: 503 });
    const replies = {
      200: record,
      202: await world.receive(buyer, pendingToken),
      302: await world.request('GET', '/v1/shares/any'),
      400: await world.receive(buyer, pendingToken, '{'),
      401: await world.collect(null, cdrId),
      404: await world.request('GET', '/nothing'),
      405: await world.request('PUT', '/v1/domains'),
      503: await world.domains(key),
    };
    for (const [status, reply] of Object.entries(replies)) {
      expect(reply.status).toBe(Number(status));
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
    const { cdr } = record.data;
    const image = await world.visit(cdr.downloadUrl ?? '');
    expect(image.headers.get('cache-control')).toBe('no-store');
  });

  it('2.1: requestId stands at the top of a success and nowhere else', async () => {
    const world = await open();
    const { json } = await world.domains(world.mock.addOrganization({ name: 'Acme' }));
    expect(Object.keys(json ?? {}).sort()).toEqual(['data', 'ok', 'requestId']);
    expect(json).toMatchObject({ ok: true, requestId: expect.stringMatching(/./) });
  });

  it('2.1: requestId stands inside error of a failure and nowhere else', async () => {
    const world = await open();
    const { json, error } = await world.domains(null);
    expect(Object.keys(json ?? {}).sort()).toEqual(['error', 'ok']);
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'requestId']);
    expect(error.requestId).toMatch(/./);
  });

  it('2.1: the redirect has neither an envelope nor a requestId', async () => {
    const world = await open();
    const reply = await world.request('GET', '/v1/shares/any');
    expect(reply).toMatchObject({ status: 302, text: '' });
    expect([...reply.headers.keys()].filter((name) => name.includes('request-id'))).toEqual([]);
  });
});

// `fetch` resolves these itself (URL standard), so through the other doors no server sees them.
eachDoor(
  (open) => {
    it.each(['/v1/x/../domains', '/v1/./domains', '/v1\\domains'])(
      '1: the target is matched as it was sent: %s is unknown',
      async (path) => {
        const world = await open();
        const key = world.mock.addOrganization({ name: 'Acme' });
        expect((await world.request('GET', path, { key })).code).toBe('NOT_FOUND');
      },
    );
  },
  ({ resolvesDots }) => !resolvesDots,
);
