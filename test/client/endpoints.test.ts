import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_KEY, clientOf } from './support/client-of.ts';
import { ok, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

const entry = {
  cdrId: 'cdr_1',
  domainId: 'example.com',
  domain: 'quotes.example.com',
  createdAt: 1,
  contentType: 'image/png',
  size: 4,
  collected: false,
};
const cdr = { ...entry, organizationName: 'Acme', capturedAt: 0, neverHeardOf: { kept: true } };

describe('each endpoint, on a real connection', () => {
  it('lists domains (spec §4.1)', async () => {
    server.script(ok({ domains: ['a.example', 'b.example'] }));
    expect(await clientOf(server.url).domains.list()).toEqual(['a.example', 'b.example']);
    expect(server.arrivals[0]).toMatchObject({ method: 'GET', url: '/v1/domains', body: '' });
    expect(server.arrivals[0]?.headers).toMatchObject({
      'x-api-key': API_KEY,
      'user-agent': 'consent-evidence/0.0.0-test',
      accept: 'application/json',
    });
  });

  it('walks the records of a domain (spec §4.2)', async () => {
    server.script(
      ok({ cdrs: [entry], nextPageToken: 't/1' }),
      ok({ cdrs: [], nextPageToken: 't2' }),
      ok({ cdrs: [{ ...entry, cdrId: 'cdr_2' }] }),
    );
    const seen: string[] = [];
    for await (const { cdrId } of clientOf(server.url).cdrs.list('example.com', { pageSize: 2 })) {
      seen.push(cdrId);
    }
    expect(seen).toEqual(['cdr_1', 'cdr_2']);
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      '/v1/domains/example.com/cdrs?pageSize=2',
      '/v1/domains/example.com/cdrs?pageSize=2&pageToken=t%2F1',
      '/v1/domains/example.com/cdrs?pageSize=2&pageToken=t2',
    ]);
  });

  it('gets a record as it is on the wire (spec §4.3)', async () => {
    const spaced = { ...cdr, cdrId: 'cdr 1' };
    server.script(ok({ cdr: spaced }));
    expect(await clientOf(server.url).cdrs.get('cdr 1')).toEqual(spaced);
    expect(server.arrivals[0]?.url).toBe('/v1/cdrs/cdr%201');
  });

  it('collects with no body and no content type (spec §4.4)', async () => {
    server.script(ok({ cdrId: 'cdr_1', collected: true, alreadyCollected: false }));
    expect(await clientOf(server.url).cdrs.collect('cdr_1')).toEqual({
      cdrId: 'cdr_1',
      collected: true,
      alreadyCollected: false,
      replayPossible: false,
    });
    expect(server.arrivals[0]).toMatchObject({
      method: 'POST',
      url: '/v1/cdrs/cdr_1/collect',
      body: '',
    });
    expect(server.arrivals[0]?.headers).not.toHaveProperty('content-type');
  });

  it('shares, and makes a path-only share URL absolute (spec §2.5, §4.5)', async () => {
    server.script(ok({ token: 'tok', shareUrl: '/v1/shares/tok', expiresAt: 9 }));
    const client = clientOf(`${server.url}/prefix/`);
    expect(await client.cdrs.share('cdr_1', { expiresIn: { days: 3 } })).toEqual({
      token: 'tok',
      shareUrl: `${server.url}/prefix/v1/shares/tok`,
      expiresAt: 9,
    });
    expect(server.arrivals[0]?.url).toBe('/prefix/v1/cdrs/cdr_1/share');
    expect(server.arrivals[0]?.body).toBe('{"expiresInMs":259200000}');
    expect(server.arrivals[0]?.headers['content-type']).toBe('application/json');
  });

  it('receives by share URL, with criteria (spec §4.6)', async () => {
    const data = {
      claimed: true,
      cdrId: 'cdr_1',
      domainId: 'example.com',
      alreadyClaimed: false,
      shareEventId: 'ev',
    };
    server.script(ok(data));
    const client = clientOf(server.url);
    const receipt = await client.shares.receive(`${server.url}/v1/shares/tok`, {
      acceptance: { schemaVersion: 1 },
    });
    expect(receipt).toEqual({ ...data, replayPossible: false, acceptanceEvaluated: true });
    expect(server.arrivals[0]).toMatchObject({
      method: 'POST',
      url: '/v1/shares/tok',
      body: '{"acceptance":{"schemaVersion":1}}',
    });
  });

  it('names the dashboard URL without following it or sending a key (spec §4.7)', async () => {
    server.script((response) => {
      response.writeHead(302, { location: 'https://dash.example.com/claim/tok' }).end();
    });
    expect(await clientOf(server.url).shares.dashboardUrl('tok')).toBe(
      'https://dash.example.com/claim/tok',
    );
    expect(server.arrivals).toHaveLength(1);
    expect(server.arrivals[0]).toMatchObject({ method: 'GET', url: '/v1/shares/tok' });
    expect(server.arrivals[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it('reports what came with a result', async () => {
    server.script(ok({ domains: [] }, 'req_7'));
    const result = await clientOf(server.url).domains.list().withResponse();
    expect(result).toMatchObject({ data: [], requestId: 'req_7', status: 200, attempts: 1 });
    expect(result.headers.get('content-type')).toBe('application/json');
  });
});
