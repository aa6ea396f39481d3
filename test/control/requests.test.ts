/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { isOfReservedNames } from '../../mock/seed/reserved-names.ts';
import type { Seed } from '../../mock/seed/seed.ts';
import { type Desk, openDesk } from './support/desk.ts';

const PHONE = '(415) 555-0123';
const PHONE_SHOWN = /415.{0,6}555.{0,3}0123/;
const SEED: Seed = {
  organizations: [
    { organizationId: 'sun', name: 'Sunroof', apiKey: 'sunroof.local-only' },
    {
      ...{ organizationId: 'acme', name: 'Acme', apiKey: 'acme.of-the-seed' },
      webhook: { url: 'http://127.0.0.1:9/', secret: 'whsec_of_acme' },
    },
  ],
  captures: [{ organization: 'sun', name: 'lead', preset: 'checkedBox', cdrId: 'cdr_lead' }],
  shares: [{ capture: 'lead', from: 'sun', token: 'seeded-token-of-lead' }],
};

/** Calls the service with a key, and returns what the control API shows about the call. */
async function called(
  desk: Desk,
  key: string | null,
  path: string,
  init: { method?: string; body?: unknown } = {},
) {
  const { method = 'POST', body } = init;
  await fetch(desk.served.url + path, {
    method,
    headers: key === null ? {} : { 'x-api-key': key },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  }).catch(() => undefined);
  const [entry] = (await desk.get('/requests?limit=1')).json.requests;
  const { request } = (await desk.get(`/requests/${entry.requestId}`)).json;
  expect(request.why).toBe(entry.why);
  return request;
}

const ACME = 'acme.of-the-seed';
const SUN = 'sunroof.local-only';

describe('why a request was answered so, and what it cost', () => {
  const opened = () => openDesk({ seed: SEED, readings: { senderPass: 'paid' } });

  it('a receive that is charged, one that is repeated, and the collect that is free after it', async () => {
    const desk = await openDesk({
      seed: {
        ...SEED,
        organizations: SEED.organizations.map((each) => ({ ...each, autoCollect: false })),
      },
    });
    const first = await called(desk, ACME, '/v1/shares/seeded-token-of-lead');
    expect(first.why).toBe(
      'Acme received cdr_lead: it could not download the record before, and the sender did not pass on access (spec §4.6).',
    );
    expect(first.cost).toBe('Acme was charged for cdr_lead (receive).');
    expect(first.charges).toMatchObject([{ organizationId: 'acme', requestId: first.requestId }]);
    const again = await called(desk, ACME, '/v1/shares/seeded-token-of-lead');
    expect(again.why).toMatch(/^Acme had already received cdr_lead through this token/);
    expect(again.cost).toMatch(
      /^No one was charged: it had already received the record through this token/,
    );
    const collected = await called(desk, ACME, '/v1/cdrs/cdr_lead/collect');
    expect(collected.why).toBe('Acme could already download cdr_lead (spec §4.4).');
    expect(collected.cost).toBe('No one was charged: it could already download the record.');
  });

  it('a receive that the sender’s access makes free', async () => {
    const request = await called(await opened(), ACME, '/v1/shares/seeded-token-of-lead');
    expect(request.why).toContain('the sender passed on its own access');
    expect(request.cost).toBe('No one was charged: the sender passed on its own access.');
  });

  it('a refusal, by the check and the service’s own words', async () => {
    const desk = await opened();
    const body = { acceptance: { schemaVersion: 1, leadMatch: { phone: PHONE } } };
    const refused = await called(desk, ACME, '/v1/shares/seeded-token-of-lead', { body });
    expect(refused.why).toMatch(
      /^The check "the record meets the acceptance criteria" failed \(spec §7\.1\): the record does not meet leadMatch\.phone/,
    );
    expect(refused.cost).toBe('No one was charged: nothing was done.');
    const stranger = await called(desk, null, '/v1/domains', { method: 'GET' });
    expect(stranger.why).toBe(
      'The check "a key was sent" failed (spec §5): send your API key in the X-API-Key header.',
    );
  });

  it('a fault before the operation, and one after it that hides a charge', async () => {
    const desk = await opened();
    desk.mock.updateOrganization('sun', { autoCollect: false });
    desk.mock.addFault({ operation: 'cdrs.collect', status: 503 });
    const before = await called(desk, SUN, '/v1/cdrs/cdr_lead/collect');
    expect(before.why).toBe('A fault responded with 503 before anything was done.');
    expect(before.cost).toBe('No one was charged: nothing was done.');
    const { cdrId } = desk.mock.capture('sun', { pageUrl: 'https://a.example/' });
    desk.mock.addFault({ operation: 'cdrs.collect', phase: 'after', drop: true });
    const after = await called(desk, SUN, `/v1/cdrs/${cdrId}/collect`);
    expect(after).toMatchObject({
      ...{ status: 0, cost: `Sunroof was charged for ${cdrId} (collect).` },
      why: 'A fault dropped the connection after the operation was done. Its effects remain.',
    });
  });

  it.each([
    ['GET', '/v1/domains', /^Sunroof listed 1 domain on which it holds records/],
    ['GET', '/v1/domains/sunroof.example/cdrs', /^Sunroof listed 1 record of sunroof\.example/],
    ['GET', '/v1/cdrs/cdr_lead', /^Sunroof read cdr_lead, with a downloadUrl/],
    [
      'POST',
      '/v1/cdrs/cdr_lead/share',
      /^Sunroof created a share token for cdr_lead that expires at/,
    ],
    ['GET', '/v1/shares/seeded-token-of-lead', /^There is no check/],
    ['GET', '/nowhere', /^The check "the path is known" failed \(spec §1\): no such/],
  ])('%s %s', async (method, path, why) => {
    const request = await called(await opened(), SUN, path, { method });
    expect(request.why).toMatch(why);
    expect(request.cost).toMatch(/^No one was charged: /);
    expect(request.why).not.toMatch(/undefined|null|Invalid/);
  });
});

describe('what a request and its reply said', () => {
  it('is kept of a world of reserved names, masked, and nothing secret is in it', async () => {
    const desk = await openDesk({ seed: SEED });
    const body = { acceptance: { schemaVersion: 1, leadMatch: { phone: PHONE } } };
    const replies = [
      await called(desk, ACME, '/v1/shares/seeded-token-of-lead', { body }),
      await called(desk, SUN, '/v1/cdrs/cdr_lead/share', { body: { expiresInMs: 2_592_000_000 } }),
      await called(desk, SUN, '/v1/cdrs/cdr_lead', { method: 'GET' }),
      await called(desk, SUN, '/v1/shares/seeded-token-of-lead', { method: 'GET' }),
      await called(
        desk,
        SUN,
        `/v1/domains/sunroof.example/cdrs?metadataKey=phone&metadataValue=${encodeURIComponent(PHONE)}`,
        { method: 'GET' },
      ),
      await called(desk, ACME, '/v1/cdrs/cdr_lead/share', {
        body: `{"note":"${ACME} whsec_of_acme seeded-token-of-lead ${PHONE}"`,
      }),
    ];
    const text = JSON.stringify(replies);
    const { tokens = [] } = desk.mock.snapshot().toJSON().tables;
    const secrets = [...tokens.map(([key]) => String(key)), ACME, SUN, 'whsec_of_acme'];
    expect(secrets).toHaveLength(5);
    expect(secrets.filter((secret) => text.includes(String(secret)))).toEqual([]);
    expect(text).not.toMatch(PHONE_SHOWN);
    const [refused, shared, read, opened, listed, broken] = replies;
    expect(JSON.parse(refused.exchange.body.text)).toEqual({
      acceptance: { schemaVersion: 1, leadMatch: { phone: '••••23' } },
    });
    expect(JSON.parse(refused.exchange.reply.text).error.code).toBe('CDR_ACCEPTANCE_FAILED');
    expect(JSON.parse(shared.exchange.body.text)).toEqual({ expiresInMs: 2_592_000_000 });
    expect(JSON.parse(shared.exchange.reply.text).data.shareUrl).toMatch(/\/v1\/shares\/.{8}…$/);
    expect(JSON.parse(read.exchange.reply.text).data.cdr.downloadUrl).toMatch(/signature=…$/);
    expect(read.exchange.body).toBeNull();
    expect(opened.exchange.reply.headers.location).toMatch(/\/claim\/seeded-t…$/);
    expect(listed.exchange.query).toEqual([
      { name: 'metadataKey', value: 'phone' },
      { name: 'metadataValue', value: '••••23' },
    ]);
    // Text that is not JSON is shown as it came, because that is what a user looks for.
    expect(broken.exchange.body.text).toMatch(/^\{"note":"acme\.….*••••23"$/);
  });

  it('is kept only on request in a world that has names of real people, or no names', async () => {
    const path = '/v1/domains';
    const real: Seed = {
      ...SEED,
      captures: [{ organization: 'sun', page: { pageUrl: 'https://leads.acme.com/' } }],
      shares: [],
    };
    expect([isOfReservedNames('demo'), isOfReservedNames(SEED)]).toEqual([true, true]);
    expect(isOfReservedNames(real)).toBe(false);
    expect(isOfReservedNames({ organizations: [] })).toBe(false);
    for (const seed of [real, undefined]) {
      const desk = await openDesk({ seed });
      const request = await called(desk, SUN, path, { method: 'GET' });
      expect(request).toMatchObject({ exchange: null, keepsBodies: false });
    }
    const asked = await openDesk({ seed: real }, { keepBodies: true });
    const request = await called(asked, SUN, path, { method: 'GET' });
    expect(JSON.parse(request.exchange.reply.text).data.domains).toEqual(['acme.com']);
    const refused = await openDesk({ seed: SEED }, { keepBodies: false });
    expect((await called(refused, SUN, path, { method: 'GET' })).exchange).toBeNull();
  });

  it('is masked by the secrets of its time, whatever was changed before someone looks', async () => {
    const desk = await openDesk({ seed: SEED });
    const note = 'it was signed with whsec_of_acme';
    const first = await called(desk, SUN, '/v1/cdrs/cdr_lead/share', { body: { note } });
    desk.mock.updateOrganization('acme', { webhook: null });
    const { request } = (await desk.get(`/requests/${first.requestId}`)).json;
    expect(JSON.parse(request.exchange.body.text)).toEqual({ note: 'it was signed with …' });
    // A text that is no longer anyone's secret is not masked.
    const later = await called(desk, SUN, '/v1/cdrs/cdr_lead/share', { body: { note } });
    expect(JSON.parse(later.exchange.body.text)).toEqual({ note });
  });

  it('is bounded: of a long body only the beginning is kept', async () => {
    const desk = await openDesk({ seed: SEED });
    const body = { note: 'n'.repeat(100_000) };
    const { exchange } = await called(desk, SUN, '/v1/cdrs/cdr_lead/share', { body });
    expect(exchange.body).toMatchObject({ isCut: true });
    expect(exchange.body.text).toHaveLength(64 * 1024);
    const huge = `{"note":"${'n'.repeat(2_000_000)}"}`;
    const other = (await called(desk, SUN, '/v1/cdrs/cdr_lead/share', { body: huge })).exchange;
    expect(other.body.text).toHaveLength(64 * 1024);
  });

  it('stands in no snapshot, and goes by the request and not by its id', async () => {
    const desk = await openDesk({ seed: SEED });
    const body = { expiresInMs: 60_000 };
    const { snapshotId } = (await desk.post('/snapshots')).json;
    const first = await called(desk, SUN, '/v1/cdrs/cdr_lead/share', { body });
    expect(JSON.stringify(desk.mock.snapshot())).not.toContain('expiresInMs');
    const later = (await desk.post('/snapshots')).json.snapshotId;
    await desk.post(`/snapshots/${snapshotId}/restore`);
    const other = { expiresInMs: 70_000 };
    const second = await called(desk, SUN, '/v1/cdrs/cdr_lead/share', { body: other });
    expect(second.requestId).toBe(first.requestId);
    expect(JSON.parse(second.exchange.body.text)).toEqual(other);
    await desk.post(`/snapshots/${later}/restore`);
    const { request } = (await desk.get(`/requests/${first.requestId}`)).json;
    expect(JSON.parse(request.exchange.body.text)).toEqual(body);
  });
});
