/* eslint-disable @typescript-eslint/no-unsafe-member-access -- JSON as a script in another language sees it */
import { beforeAll, describe, expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { controlEndpoints } from '../../mock/control/control-endpoints.ts';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { serviceDocument } from '../../mock/openapi/service-document.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { expandPath, paramsOf } from '../../src/contract/path.ts';
import { type Desk, openDesk } from './support/desk.ts';
import { OpenApi } from './support/openapi.ts';
import { type RawRequest, rawRequest } from './support/raw-request.ts';

async function documentAt(desk: Desk, target: string): Promise<Json> {
  const { text } = await rawRequest(desk.served.url, { method: 'GET', target });
  return JSON.parse(text) as Json;
}

/** Sends a request and returns how its answer differs from the document. */
async function exchange(desk: Desk, api: OpenApi, prefix: string, request: RawRequest) {
  const target = prefix + request.target;
  const reply = await rawRequest(desk.served.url, { ...request, target });
  const path = request.target.split('?')[0] ?? '';
  return { ...reply, differences: api.differences({ ...request, ...reply, path }) };
}

describe('the OpenAPI document of the service', () => {
  const answered = new Map<string, Set<string>>();
  let api: OpenApi;

  beforeAll(() => {
    api = new OpenApi(serviceDocument({ baseUrl: 'http://localhost', version: '1' }));
  });

  async function send(desk: Desk, key: string | null, method: string, target: string, body?: Json) {
    const headers = key === null ? {} : { 'x-api-key': key };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const reply = await exchange(desk, api, '', { method, target, headers, body: text });
    expect(reply.differences).toEqual([]);
    const json = (reply.text === '' ? {} : JSON.parse(reply.text)) as {
      error?: { code: string };
      data?: Record<string, string>;
    };
    const id = api.operationOf({ method, path: target.split('?')[0] ?? '' })?.operationId ?? '';
    const codes = answered.get(id) ?? new Set();
    answered.set(id, codes.add(json.error?.code ?? String(reply.status)));
    return json.data ?? {};
  }

  it('is served under the name that the caller used, and needs no control token', async () => {
    const desk = await openDesk({}, { controlToken: 'correct-horse' });
    const document = await documentAt(desk, '/_mock/openapi.json');
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: desk.served.url }] });
    expect(await documentAt(desk, '/_mock/api/service/openapi.json')).toEqual(document);
  });

  it('describes what every operation answers, in success and in each refusal', async () => {
    const desk = await openDesk({ readings: { sharePending: 'allowed' } });
    const { mock } = desk;
    const sun = mock.addOrganization({ name: 'Sunroof', autoCollect: false });
    const acme = mock.addOrganization({ name: 'Acme' });
    const poor = mock.addOrganization({ name: 'Poor', billing: false, apiAccess: 'granted' });
    const off = mock.addOrganization({ name: 'Off', apiAccess: 'off' });
    const plain = mock.capture(sun, presets.checkedBox());
    const dev = mock.capture(sun, presets.devModeCapture({ autoShare: true }));
    const pending = mock.capture(sun, presets.slowRender());
    const tokenOf = (url?: string) => url?.split('/').at(-1) ?? '';
    const { domainId, cdrId } = plain;

    for (const key of [null, 'a.b', off.apiKey]) {
      await send(desk, key, 'GET', '/v1/domains');
      await send(desk, key, 'POST', `/v1/cdrs/${cdrId}/collect`);
    }
    await send(desk, sun.apiKey, 'GET', '/v1/domains');
    await send(desk, sun.apiKey, 'GET', `/v1/domains/${domainId}/cdrs?pageSize=1`);
    await send(desk, sun.apiKey, 'GET', `/v1/domains/${domainId}/cdrs?metadataKey=x`);
    await send(desk, sun.apiKey, 'GET', `/v1/cdrs/${cdrId}`);
    await send(desk, acme.apiKey, 'GET', `/v1/cdrs/${cdrId}`);
    await send(desk, sun.apiKey, 'POST', `/v1/cdrs/${dev.cdrId}/collect`);
    await send(desk, sun.apiKey, 'POST', `/v1/cdrs/${dev.cdrId}/share`);
    const { token } = await send(desk, sun.apiKey, 'POST', `/v1/cdrs/${cdrId}/share`);
    const brief = await send(desk, sun.apiKey, 'POST', `/v1/cdrs/${cdrId}/share`, {
      expiresInMs: 1,
    });
    await send(desk, null, 'GET', `/v1/shares/${token}`);

    const receive = (key: string, each: string | undefined, body?: Json) =>
      send(desk, key, 'POST', `/v1/shares/${each}`, body);
    await receive(acme.apiKey, tokenOf(pending.shareUrl));
    await receive(acme.apiKey, tokenOf(dev.shareUrl));
    await receive(acme.apiKey, 'shr_none');
    await receive(sun.apiKey, token);
    await receive(poor.apiKey, token);
    await receive(acme.apiKey, token, { collect: false });
    await receive(acme.apiKey, token, { acceptance: { schemaVersion: 1, recrod: {} } });
    const phone = { schemaVersion: 1, leadMatch: { phone: '2125550199' } };
    await receive(acme.apiKey, token, { acceptance: phone });
    await receive(acme.apiKey, token);
    await send(desk, acme.apiKey, 'POST', `/v1/shares/${token}/claim`);
    await send(desk, acme.apiKey, 'POST', `/v1/cdrs/${cdrId}/collect`);
    await send(desk, acme.apiKey, 'GET', `/v1/cdrs/${cdrId}`);
    await send(desk, poor.apiKey, 'POST', `/v1/cdrs/${cdrId}/collect`);
    await desk.mock.clock.advance(1);
    await receive(acme.apiKey, brief['token']);
    const poorOwn = mock.capture(poor, presets.checkedBox());
    await send(desk, poor.apiKey, 'POST', `/v1/cdrs/${poorOwn.cdrId}/collect`);
    mock.duplicate(cdrId);
    const fresh = mock.addOrganization({ name: 'Fresh' });
    await receive(fresh.apiKey, token);
    await send(desk, sun.apiKey, 'POST', `/v1/cdrs/${cdrId}/share`);
    mock.invalidate(poorOwn.cdrId);
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/collect'],
      ['POST', '/share'],
    ] as const) {
      await send(desk, poor.apiKey, method, `/v1/cdrs/${poorOwn.cdrId}${end}`);
    }
    for (const { method, path } of Object.values(endpoints)) {
      const given: Readonly<Record<string, string>> = { domainId, cdrId, token: token ?? '' };
      const params = paramsOf(path).map((name) => [name, given[name] ?? `${name}_1`]);
      const target = expandPath<string>(path, Object.fromEntries(params) as never);
      await send(desk, fresh.apiKey, method, target);
    }
    mock.addFault({ operation: 'domains.list', status: 429, retryAfterSeconds: 3 });
    await send(desk, sun.apiKey, 'GET', '/v1/domains');

    expect([...answered.keys()].sort()).toEqual(api.operationIds.sort());
    const codes = new Set([...answered.values()].flatMap((each) => [...each]));
    const untriggered = ['FORBIDDEN', 'FAILED_PRECONDITION', 'METHOD_NOT_ALLOWED'];
    const expected = Object.keys(ERROR_STATUS).filter((code) => !untriggered.includes(code));
    expect([...codes]).toEqual(expect.arrayContaining(expected));
  });

  it('would show an answer that differs', () => {
    const headers = new Headers({
      ...{ 'content-type': 'application/json', 'cache-control': 'no-store' },
    });
    const path = '/v1/domains';
    const strictest = new OpenApi(
      serviceDocument({ baseUrl: 'http://localhost', version: '1', view: 'tolerant' }),
    );
    const wrong = (text: string, status = 200) =>
      strictest.differences({ method: 'GET', path, status, headers, text }).length;
    expect(wrong('{"ok":true,"data":{"domains":["a.example"]},"requestId":"r"}')).toBe(0);
    expect(wrong('{"ok":true,"data":{"domains":[1]},"requestId":"r"}')).toBeGreaterThan(0);
    expect(wrong('{"ok":true,"data":{"domains":[]}}')).toBeGreaterThan(0);
    expect(wrong('{"ok":false,"error":{"code":"X"}}', 401)).toBeGreaterThan(0);
    const cdr = { collected: false, downloadUrl: 'https://x.example/' };
    const text = JSON.stringify({ ok: true, data: { cdr }, requestId: 'r' });
    const read = { method: 'GET', path: '/v1/cdrs/a', status: 200, headers, text };
    expect(strictest.differences(read).join()).toContain('downloadUrl');
  });
});

describe('the OpenAPI document of the control API', () => {
  it('has every row of the table, and describes what is answered', async () => {
    const desk = await openDesk({ seed: 'demo' });
    const api = new OpenApi(await documentAt(desk, '/_mock/api/openapi.json'));
    expect(api.operationIds.sort()).toEqual(Object.keys(controlEndpoints).sort());
    const headers = { 'content-type': 'application/json' };
    const { records } = (await desk.get('/records?limit=1')).json;
    const requests: [method: string, target: string, body?: unknown][] = [
      ...['/ready', '/readings', '/openapi.json', '/organizations', '/organizations/sunroof/env']
        .concat('/presets', '/presets/checkedBox', '/records', `/records/${records[0].cdrId}`)
        .concat('/charges', '/share-events', '/tokens', '/deliveries', '/requests', '/faults')
        .concat('/clock', '/snapshots', '/records/none', '/charges?limit=x')
        .concat('/search?q=555-0147', '/undo', `/records/${records[0].cdrId}/timeline`)
        .map((target): [string, string] => ['GET', target]),
      ['POST', '/organizations', { name: 'New' }],
      ['POST', '/organizations', { nam: 'New' }],
      ['PATCH', '/organizations/sunroof', { billing: true }],
      ['POST', '/captures', { organization: 'sunroof', preset: 'buttonOnly' }],
      ['POST', '/faults', { operation: '*', drop: true, times: 'always' }],
      ['DELETE', '/faults'],
      ['POST', '/clock/advance', { seconds: 1 }],
      ['POST', '/snapshots'],
      ['POST', '/undo', { label: 'A capture' }],
      ['POST', '/captures', { organization: 'sunroof', preset: 'buttonOnly' }],
      ['POST', '/undo/undo_1/restore'],
      ['POST', '/undo/undo_1/restore', { anyway: true }],
      ['POST', '/reset'],
    ];
    for (const [method, target, body] of requests) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const request = { method, target, headers, body: text };
      const { differences } = await exchange(desk, api, '/_mock/api', request);
      expect(differences, `${method} ${target}`).toEqual([]);
    }
  });
});
