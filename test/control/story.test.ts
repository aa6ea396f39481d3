/* eslint-disable @typescript-eslint/no-unsafe-member-access -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { BEGIN, type Desk, openDesk } from './support/desk.ts';

async function twoParties(desk: Desk): Promise<{ producer: string; buyer: string; key: string }> {
  const producer = await desk.post('/organizations', { organizationId: 'sun', name: 'Sunroof' });
  const buyer = await desk.post('/organizations', { organizationId: 'acme', name: 'Acme' });
  return { producer: producer.json.apiKey, buyer: buyer.json.apiKey, key: 'x-api-key' };
}

async function api(desk: Desk, key: string, method: string, path: string): Promise<Response> {
  return fetch(desk.served.url + path, { method, headers: { 'x-api-key': key } });
}

describe('the control API', () => {
  it('lets a whole handoff be set up, made and looked at', async () => {
    const desk = await openDesk();
    const { producer, buyer } = await twoParties(desk);
    const captured = await desk.post('/captures', {
      ...{ organization: 'sun', preset: 'checkedBox' },
      page: { autoShare: true },
    });
    const { cdrId, shareUrl } = captured.json;
    const received = await fetch(shareUrl, { method: 'POST', headers: { 'x-api-key': buyer } });
    expect(received.status).toBe(200);
    expect((await api(desk, producer, 'GET', `/v1/cdrs/${cdrId}`)).status).toBe(200);

    const { json: detail } = await desk.get(`/records/${cdrId}`);
    expect(detail.record.holders).toMatchObject([
      {
        organizationId: 'sun',
        via: 'capture',
        mayDownload: true,
        charge: { cause: 'autoCollect' },
      },
      { organizationId: 'acme', via: 'receive', mayDownload: true, charge: null },
    ]);
    expect(detail.record.holders[1].why).toContain('passed');
    expect(detail.tokens).toMatchObject([{ receivedBy: [{ organizationId: 'acme' }] }]);
    expect((await fetch(detail.image.url)).headers.get('content-type')).toBe('image/png');
    expect((await desk.get('/charges?organization=sun')).json.charges).toHaveLength(1);
    expect((await desk.get('/charges?organization=acme')).json.total).toBe(0);
    expect((await desk.get('/share-events')).json.shareEvents).toHaveLength(1);
    expect((await desk.get(`/tokens?cdrId=${cdrId}`)).json.total).toBe(1);
  });

  it('captures a described page, and shows it pending until its rendering is finished', async () => {
    const desk = await openDesk();
    await twoParties(desk);
    const page = { pageUrl: 'https://quotes.example.com/solar', render: 'manual' };
    const { cdrId } = (await desk.post('/captures', { organization: 'sun', page })).json;
    const row = (await desk.get('/records')).json.records[0];
    expect(row).toMatchObject({ cdrId, state: 'pending', createdAt: null });
    const finished = await desk.post(`/records/${cdrId}/finish-rendering`);
    expect(finished.json.record).toMatchObject({ state: 'ready', createdAt: BEGIN });
    const invalid = await desk.post(`/records/${cdrId}/invalidate`);
    expect(invalid.json.record.state).toBe('invalid');
  });

  it('makes the data problem behind 409 CONFLICT', async () => {
    const desk = await openDesk();
    const { producer } = await twoParties(desk);
    const body = { organization: 'sun', preset: 'buttonOnly' };
    const { cdrId } = (await desk.post('/captures', body)).json;
    const { json } = await desk.post(`/records/${cdrId}/duplicate`, {});
    expect(json.record.state).toBe('duplicated');
    expect((await api(desk, producer, 'POST', `/v1/cdrs/${cdrId}/share`)).status).toBe(409);
  });

  it('changes organizations and their keys, and returns secrets only where they are asked for', async () => {
    const desk = await openDesk();
    const { producer } = await twoParties(desk);
    const webhook = { url: 'http://127.0.0.1:9/hook', secret: 'whsec_planted' };
    const patched = await desk.send('PATCH', '/organizations/sun', {
      body: { webhook, autoCollect: false },
    });
    expect(patched.json.organization).toMatchObject({
      ...{ autoCollect: false, webhook: { url: webhook.url, signed: true } },
    });
    const all = JSON.stringify((await desk.get('/organizations')).json);
    expect(all).not.toContain('whsec_planted');
    expect(all).not.toContain(producer);
    const { env } = (await desk.get('/organizations/sun/env')).json;
    expect(env).toEqual({
      CONSENT_EVIDENCE_API_KEY: producer,
      CONSENT_EVIDENCE_BASE_URL: desk.served.url,
      CONSENT_EVIDENCE_WEBHOOK_SECRET: 'whsec_planted',
    });
    const { keyId, apiKey } = (await desk.post('/organizations/sun/keys')).json;
    expect((await api(desk, apiKey, 'GET', '/v1/domains')).status).toBe(200);
    await desk.send('DELETE', `/keys/${keyId}`);
    expect((await api(desk, apiKey, 'GET', '/v1/domains')).status).toBe(401);
  });

  it('moves the time, and does what falls due on the way', async () => {
    const desk = await openDesk({ webhookFetch: async () => new Response(null, { status: 500 }) });
    const webhook = { url: 'http://127.0.0.1:9/hook' };
    await desk.post('/organizations', { organizationId: 'sun', name: 'Sunroof', webhook });
    await desk.post('/captures', { organization: 'sun', preset: 'checkedBox' });
    expect((await desk.get('/clock')).json).toEqual({ now: BEGIN, running: false });
    await desk.post('/clock/advance', {});
    expect((await desk.get('/deliveries')).json.deliveries[0].attempts).toHaveLength(1);
    const moved = await desk.post('/clock/advance', { minutes: 30, milliseconds: 1 });
    expect(moved.json.now).toBe(BEGIN + 30 * 60_000 + 1);
    const [failed] = (await desk.get('/deliveries?organization=sun')).json.deliveries;
    expect(failed).toMatchObject({ state: 'failed' });
    const again = await desk.post(`/deliveries/${failed.webhookId}/redeliver`);
    expect(again.json.delivery).toMatchObject({ state: 'due', nextAttemptAt: moved.json.now });
  });

  it('adds faults, counts them down and takes them away', async () => {
    const desk = await openDesk();
    const { producer } = await twoParties(desk);
    const fault = { operation: 'domains.list', status: 503, times: 'always' };
    const added = (await desk.post('/faults', fault)).json.fault;
    expect(added).toMatchObject({ times: 'always', phase: 'before' });
    await desk.post('/faults', { operation: '*', code: 'FORBIDDEN', times: 2 });
    expect((await api(desk, producer, 'GET', '/v1/domains')).status).toBe(503);
    await desk.send('DELETE', `/faults/${added.faultId}`);
    expect((await api(desk, producer, 'GET', '/v1/domains')).status).toBe(403);
    expect((await desk.get('/faults')).json.faults).toMatchObject([{ times: 1 }]);
    await desk.send('DELETE', '/faults');
    expect((await api(desk, producer, 'GET', '/v1/domains')).status).toBe(200);
  });

  it('aims a fault at one record or one organization, and refuses a code that cannot be', async () => {
    const desk = await openDesk();
    const { producer, buyer } = await twoParties(desk);
    const aim = { operation: 'domains.list', status: 503, organization: 'acme' };
    const added = (await desk.post('/faults', aim)).json.fault;
    expect(added).toMatchObject({ cdrId: null, organizationId: 'acme' });
    expect((await api(desk, producer, 'GET', '/v1/domains')).status).toBe(200);
    expect((await api(desk, buyer, 'GET', '/v1/domains')).status).toBe(503);
    const wrong = { operation: 'cdrs.get', code: 'CDR_PENDING', cdrId: 'cdr_none' };
    const refused = await desk.post('/faults', wrong);
    const issues = refused.json.error.issues as { path: string }[];
    expect(issues.map(({ path }) => path)).toEqual(['code', 'cdrId']);
  });

  it('counts how often a fault has struck, and keeps the latest fifty that are spent', async () => {
    const desk = await openDesk();
    const { producer } = await twoParties(desk);
    const strike = () => api(desk, producer, 'GET', '/v1/domains');
    await desk.post('/faults', { operation: 'domains.list', status: 503, times: 'always' });
    for (const _ of [1, 2, 3]) await strike();
    const first = (await desk.get('/faults')).json;
    expect(first).toMatchObject({ faults: [{ times: 'always', struck: 3 }], spent: [] });
    await desk.send('DELETE', '/faults');
    await desk.post('/faults', { operation: '*', status: 503, times: 2 });
    await strike();
    expect((await desk.get('/faults')).json.faults).toMatchObject([{ times: 1, struck: 1 }]);
    await strike();
    const { faults, spent } = (await desk.get('/faults')).json;
    expect(faults).toEqual([]);
    expect(spent).toMatchObject([{ operation: '*', times: 0, struck: 2 }]);
    for (let count = 0; count < 51; count += 1) {
      await desk.post('/faults', { operation: '*', status: 500 });
      await strike();
    }
    const latest: { status: number }[] = (await desk.get('/faults')).json.spent;
    expect(latest.map(({ status }) => status)).toEqual(Array(50).fill(500));
    await desk.send('DELETE', '/faults');
    expect((await desk.get('/faults')).json).toEqual({ faults: [], spent: [] });
  });

  it('looks through acceptance criteria, well-formed or not', async () => {
    const desk = await openDesk();
    const check = async (acceptance: unknown): Promise<unknown> =>
      (await desk.post('/acceptance/check', { acceptance })).json;
    expect(await check({ schemaVersion: 1, disclosure: { requirePresent: true } })).toEqual({
      ...{ issues: [], warnings: [] },
    });
    expect(await check({ disclosure: { requiredTxt: [] } })).toMatchObject({
      issues: [{ path: 'schemaVersion' }, { path: 'disclosure.requiredTxt' }],
      warnings: [],
    });
    const milliseconds = { schemaVersion: 1, record: { maxAgeSeconds: 86_400_000 } };
    expect(await check(milliseconds)).toMatchObject({
      issues: [],
      warnings: [{ code: 'AGE_LOOKS_LIKE_MILLISECONDS', path: 'record.maxAgeSeconds' }],
    });
    expect((await desk.post('/acceptance/check', { accept: {} })).code).toBe('INVALID_INPUT');
  });

  it('says in words why a record was refused', async () => {
    const desk = await openDesk({ seed: 'demo' });
    const acceptance = { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } };
    const { env } = (await desk.get('/organizations/acme/env')).json;
    const reply = await fetch(`${desk.served.url}/v1/shares/shr_demo_unchecked`, {
      method: 'POST',
      headers: {
        'x-api-key': env.CONSENT_EVIDENCE_API_KEY,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ acceptance }),
    });
    const { error } = (await reply.json()) as { error: { details: { failures: unknown } } };
    const { failures } = error.details;
    const { json } = await desk.post('/acceptance/explain', { acceptance, failures });
    const ruleId = 'disclosure.requireAllCheckboxesAffirmed';
    expect(json.explanations).toEqual([
      {
        ...{ ruleId, code: 'CHECKBOX_NOT_AFFIRMED', remedy: 'not_possible' },
        words: `${ruleId}: a consent checkbox was left unchecked`,
      },
    ]);
    const refused = await desk.post('/acceptance/explain', { acceptance, failures: 'all' });
    expect(refused.json.error.issues).toMatchObject([{ path: 'failures' }]);
    for (const [criteria, path] of [
      [null, 'acceptance'],
      [{ schemaVersion: 2 }, 'acceptance.schemaVersion'],
    ] as const) {
      const wrong = await desk.post('/acceptance/explain', { acceptance: criteria, failures });
      expect(wrong.json.error.issues).toMatchObject([{ path }]);
    }
  });

  it('says of each request which check decided', async () => {
    const desk = await openDesk();
    await twoParties(desk);
    await api(desk, 'nobody.nothing', 'GET', '/v1/domains');
    const [entry] = (await desk.get('/requests?limit=1')).json.requests;
    expect(entry).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    const { request } = (await desk.get(`/requests/${entry.requestId}`)).json;
    expect(request).toMatchObject({ decision: { check: 'the key is known', section: '5' } });
  });

  it('takes snapshots, goes back to them, and back to the start', async () => {
    const desk = await openDesk({ seed: 'demo' });
    const begin = (await desk.get('/organizations')).json;
    const { snapshotId } = (await desk.post('/snapshots', { name: 'the demo' })).json;
    await desk.post('/organizations', { name: 'Another' });
    await desk.post('/clock/advance', { days: 2 });
    expect((await desk.post(`/snapshots/${snapshotId}/restore`)).json.now).toBe(BEGIN);
    expect((await desk.get('/organizations')).json).toEqual(begin);
    await desk.post('/organizations', { name: 'Another' });
    await desk.post('/reset');
    expect((await desk.get('/organizations')).json).toEqual(begin);
    const records: number = (await desk.get('/records?limit=1')).json.total;
    expect(records).toBeGreaterThan(0);
    expect((await desk.get('/snapshots')).json.snapshots).toEqual([
      { snapshotId, name: 'the demo', now: BEGIN, records },
    ]);
    expect((await desk.post('/snapshots')).json.name).toBeNull();
    expect((await desk.post('/snapshots', { name: '' })).code).toBe('INVALID_INPUT');
    await desk.send('DELETE', `/snapshots/${snapshotId}`);
    expect((await desk.post(`/snapshots/${snapshotId}/restore`)).code).toBe('NOT_FOUND');
  });

  it('lists every record once, newest first, page by page', async () => {
    const desk = await openDesk({ seed: 'demo' });
    const seen: { cdrId: string; createdAt: number | null }[] = [];
    for (let after = ''; ; ) {
      const { json } = await desk.get(`/records?limit=7${after && `&after=${after}`}`);
      seen.push(...json.records);
      if (json.nextAfter === undefined) {
        expect(seen).toHaveLength(json.total);
        break;
      }
      after = json.nextAfter;
    }
    expect(new Set(seen.map(({ cdrId }) => cdrId)).size).toBe(seen.length);
    const ready = seen.flatMap(({ createdAt }) => createdAt ?? []);
    expect(ready).toEqual([...ready].sort((a, b) => b - a));
    const buyer = (await desk.get('/records?organization=acme&limit=200')).json;
    expect(buyer.total).toBeGreaterThan(0);
    expect(buyer.total).toBeLessThan(seen.length);
  });

  it('names presets and readings', async () => {
    const desk = await openDesk({ readings: { collectFalse: 'defer' } });
    const { presets } = (await desk.get('/presets')).json;
    for (const { name } of presets) {
      const { page } = (await desk.get(`/presets/${name}`)).json;
      expect(page).toHaveProperty('pageUrl');
    }
    const { readings } = (await desk.get('/readings')).json;
    expect(readings).toContainEqual({
      ...{ name: 'collectFalse', section: '4.6', meaning: 'A receive with collect: false' },
      ...{ value: 'defer', default: 'refuse', values: ['refuse', 'defer'], range: null },
      effects: {
        refuse: 'Returns 400 COLLECT_REQUIRED.',
        defer: expect.stringContaining('without a charge'),
      },
    });
    expect(readings).toContainEqual(
      expect.objectContaining({
        ...{ name: 'revocationDelayMs', value: 0, values: null, effects: null },
        range: { min: 0, max: 300_000 },
      }),
    );
  });

  it('says that it is ready', async () => {
    const desk = await openDesk();
    expect((await desk.get('/ready')).json).toEqual({
      ...{ ready: true, baseUrl: desk.served.url, now: BEGIN },
    });
  });
});
