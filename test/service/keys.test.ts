import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { PLAIN_PAGE } from './support/world.ts';

/** Every endpoint that takes a key (spec §4). */
const KEYED: readonly [method: string, path: string][] = [
  ['GET', '/v1/domains'],
  ['GET', '/v1/domains/example.com/cdrs'],
  ['GET', '/v1/cdrs/cdr_1'],
  ['POST', '/v1/cdrs/cdr_1/collect'],
  ['POST', '/v1/cdrs/cdr_1/share'],
  ['POST', '/v1/shares/shr_1'],
  ['POST', '/v1/shares/shr_1/claim'],
];

eachDoor((open) => {
  it.each(KEYED)('5.1: %s %s needs a key', async (method, path) => {
    const world = await open();
    const reply = await world.request(method, path);
    expect(reply).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it('5.1: the key is read from X-API-Key in any letter case', async () => {
    const world = await open();
    const { apiKey } = world.mock.addOrganization({ name: 'Acme' });
    const reply = await world.request('GET', '/v1/domains', { headers: { 'X-Api-KEY': apiKey } });
    expect(reply.status).toBe(200);
  });

  it('5.1: a key in Authorization is no key', async () => {
    const world = await open();
    const { apiKey } = world.mock.addOrganization({ name: 'Acme' });
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await world.request('GET', '/v1/domains', { headers })).code).toBe('UNAUTHENTICATED');
  });

  it('5.2: a key has exactly one dot and two halves that are not empty', async () => {
    const world = await open();
    const { apiKey } = world.mock.addOrganization({ name: 'Acme' });
    const [keyId, secret] = apiKey.split('.');
    const malformed = [
      `${keyId}${secret}`,
      `${apiKey}.`,
      `.${apiKey}`,
      `${keyId}..${secret}`,
      `${apiKey}.x`,
      `${keyId}.`,
      `.${secret}`,
      '.',
    ];
    for (const key of malformed) {
      const reply = await world.domains(key);
      expect(reply).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
      expect(reply.error.message).toContain('malformed');
    }
    expect((await world.domains(apiKey)).status).toBe(200);
  });

  it('5.6: an unknown id, a wrong secret and a revoked key have one code', async () => {
    const world = await open();
    const organization = world.mock.addOrganization({ name: 'Acme' });
    const other = world.mock.addOrganization({ name: 'Other' });
    const [keyId] = organization.apiKey.split('.');
    const revoked = world.mock.addApiKey(organization);
    world.mock.revokeApiKey(revoked.keyId);
    const otherSecret = other.apiKey.split('.')[1];
    for (const key of ['kid.secret', `${keyId}.wrong`, `${keyId}.${otherSecret}`, revoked.apiKey]) {
      expect(await world.domains(key)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    }
  });

  it('5.6: no refusal echoes the key', async () => {
    const world = await open();
    for (const key of ['planted-id.planted-secret', 'planted-secret']) {
      expect((await world.domains(key)).text).not.toContain('planted');
    }
  });

  it('5.3: a new key works beside the old one until that is revoked', async () => {
    const world = await open();
    const organization = world.mock.addOrganization({ name: 'Acme' });
    const { apiKey } = world.mock.addApiKey(organization);
    expect((await world.domains(organization)).status).toBe(200);
    world.mock.revokeApiKey(organization.apiKey);
    expect((await world.domains(organization)).status).toBe(401);
    expect((await world.domains(apiKey)).status).toBe(200);
  });

  it('5.4: a key sees its own organization alone', async () => {
    const world = await open();
    const [one, two] = ['One', 'Two'].map((name) => world.mock.addOrganization({ name }));
    world.mock.capture(one ?? '', PLAIN_PAGE);
    expect((await world.domains(one ?? null)).data.domains).toEqual(['example.com']);
    expect((await world.domains(two ?? null)).data.domains).toEqual([]);
  });

  it('5.6: a valid key of an organization without API access is 403 API_ACCESS_DISABLED', async () => {
    const world = await open();
    const key = world.mock.addOrganization({ name: 'Acme', apiAccess: 'off' });
    for (const [method, path] of KEYED) {
      expect(await world.request(method, path, { key })).toMatchObject({
        status: 403,
        code: 'API_ACCESS_DISABLED',
      });
    }
  });

  it('5.6: 401 comes before 403: a wrong key does not learn that access is off', async () => {
    const world = await open();
    const organization = world.mock.addOrganization({ name: 'Acme', apiAccess: 'off' });
    const [keyId] = organization.apiKey.split('.');
    expect((await world.domains(`${keyId}.wrong`)).code).toBe('UNAUTHENTICATED');
    world.mock.revokeApiKey(organization.apiKey);
    expect((await world.domains(organization)).code).toBe('UNAUTHENTICATED');
  });

  it('4.4: without billing API access is off, unless it was granted explicitly', async () => {
    const world = await open();
    const input = { name: 'Passthrough', billing: false };
    const byDefault = world.mock.addOrganization(input);
    const granted = world.mock.addOrganization({ ...input, apiAccess: 'granted' });
    expect((await world.domains(byDefault)).code).toBe('API_ACCESS_DISABLED');
    expect((await world.collect(byDefault, 'cdr_1')).code).toBe('API_ACCESS_DISABLED');
    expect((await world.domains(granted)).status).toBe(200);
  });

  it('4.4: setting up billing switches default access on, and giving it up switches it off', async () => {
    const world = await open();
    const organization = world.mock.addOrganization({ name: 'Acme', billing: false });
    world.mock.updateOrganization(organization, { billing: true });
    expect((await world.domains(organization)).status).toBe(200);
    world.mock.updateOrganization(organization, { billing: false });
    expect((await world.domains(organization)).code).toBe('API_ACCESS_DISABLED');
  });

  it('5.7: a body is not read before the key is known', async () => {
    const world = await open();
    const reply = await world.receive('kid.wrong', 'shr_1', '{ not json');
    expect(reply.code).toBe('UNAUTHENTICATED');
  });

  it('5.8: the redirect needs no key and ignores any, good or bad', async () => {
    const world = await open();
    const good = world.mock.addOrganization({ name: 'Acme' });
    const off = world.mock.addOrganization({ name: 'Off', apiAccess: 'off' });
    for (const key of [null, good, off, 'malformed', 'kid.wrong']) {
      expect((await world.request('GET', '/v1/shares/shr_1', { key })).status).toBe(302);
    }
  });
});
