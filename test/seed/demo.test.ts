import { describe, expect, it } from 'vitest';
import { presetNames } from '../../mock/capture/presets.ts';
import { createMockService, engineOf } from '../../mock/fake/mock-service.ts';
import { forEachReading } from '../../mock/readings/for-each-reading.ts';
import { demoSeed } from '../../mock/seed/demo.ts';
import { parseSeed } from '../../mock/seed/parse-seed.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { isApiError } from '../../src/errors/api-error.ts';
import { openDesk } from '../control/support/desk.ts';

const now = Date.parse('2026-01-05T12:00:00Z');
const demo = (options = {}) => createMockService({ now, seed: 'demo', ...options });

const clientOf = (mock: ReturnType<typeof demo>, organization: string) =>
  new ConsentEvidence(mock.clientOptions(organization));

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'ok',
    (error: unknown) => (isApiError(error) ? error.code : error),
  );

/** Returns the whole world as text. */
const textOf = (mock: ReturnType<typeof demo>): string => JSON.stringify(mock.snapshot());

describe('the demo world', () => {
  it('is the same under one idSeed, and in its keys under any', () => {
    expect(textOf(demo({ idSeed: 'a' }))).toBe(textOf(demo({ idSeed: 'a' })));
    expect(textOf(demo({ idSeed: 'a' }))).not.toBe(textOf(demo({ idSeed: 'b' })));
    expect(demo().clientOptions('acme').apiKey).toBe('acme.demo-only');
  });

  it('is a seed file like any other', () => {
    expect(parseSeed(JSON.stringify(demoSeed))).toEqual(demoSeed);
  });

  it('can be had under every reading of the service', async () => {
    const worlds: number[] = [];
    await forEachReading((readings) => {
      worlds.push(engineOf(demo({ readings })).world.cdrs.size);
    });
    expect(new Set(worlds)).toEqual(new Set([demoSeed.captures?.length]));
  });

  it('shows every preset', () => {
    const shown = new Set(demoSeed.captures?.map(({ preset }) => preset));
    expect(presetNames.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('names reserved hosts and numbers alone (RFC 2606, 555-01xx)', () => {
    const text = textOf(demo());
    const hosts = [...text.matchAll(/https?:\/\/([^/:"\\?]+)/g)].map(([, host = '']) => host);
    expect(hosts.length).toBeGreaterThan(10);
    expect(hosts.filter((host) => !/(?:^|\.)(?:example|test|localhost)$/.test(host))).toEqual([]);
    const mails = [...text.matchAll(/[\w.-]+@([\w.-]+)/g)].map(([, host = '']) => host);
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.filter((host) => !host.endsWith('.example'))).toEqual([]);
    const numbers = text.match(
      /(?<![\w.])(?:\+?1[ .-]?)?\(?[2-9]\d\d\)?[ .-]?\d{3}[ .-]?\d{4}(?![\d.])/g,
    );
    expect(numbers?.length).toBeGreaterThan(10);
    expect(numbers?.filter((number) => !/55501\d\d$/.test(number.replace(/\D/g, '')))).toEqual([]);
  });

  it('has three sellers, of which two pay only for what they collect, so that a buyer can pay', async () => {
    const mock = demo();
    const sellers = new Set(
      demoSeed.shares?.map(({ capture, from }) =>
        demoSeed.captures?.find(({ name }) => name === capture)?.organization === from ? from : '',
      ),
    );
    sellers.delete('');
    const sparing = demoSeed.organizations.filter(
      ({ organizationId, autoCollect }) => sellers.has(organizationId) && autoCollect === false,
    );
    expect([sellers.size, sparing.length]).toEqual([3, 2]);
    await clientOf(mock, 'acme').shares.receive('shr_demo_live');
    expect(mock.charges({ cdrId: 'cdr_demo_loan', organization: 'acme' })).toHaveLength(1);
  });

  it('has records of different people: no lead id or phone field occurs in two, and few wordings', () => {
    const stored = engineOf(demo())
      .world.cdrs.values()
      .map(({ page }) => page);
    const distinct = (values: readonly unknown[]) =>
      new Set(values.map((each) => JSON.stringify(each))).size;
    const leadIds = stored.map(({ customMetadata }) => customMetadata?.['lead_id']);
    expect(distinct(leadIds)).toBe(stored.length);
    const phones = stored.flatMap(({ formPhones }) => formPhones);
    expect(distinct(phones)).toBe(phones.length);
    expect(
      distinct(
        stored.map(({ autoMetadata }) => [autoMetadata?.firstNames, autoMetadata?.lastNames]),
      ),
    ).toBeGreaterThan(stored.length / 2);
    expect(distinct(stored.map(({ customMetadata }) => customMetadata?.['state']))).toBeGreaterThan(
      10,
    );
    expect(distinct(stored.map(({ pageUrl }) => pageUrl))).toBeGreaterThan(stored.length / 2);
    const solar = stored.filter(({ domain }) => domain === 'quotes.sunroof.example');
    expect(
      distinct(solar.map(({ consentFacts }) => consentFacts?.disclosures[0]?.text)),
    ).toBeGreaterThan(5);
  });

  it('finds each lead by its id and by its number, and no other', async () => {
    const desk = await openDesk({ seed: 'demo', now });
    for (const { cdrId, page } of engineOf(desk.mock).world.cdrs.values()) {
      for (const text of [page.customMetadata?.['lead_id'], ...page.formPhones]) {
        const { json } = await desk.get(`/search?q=${encodeURIComponent(String(text))}`);
        const { results } = json as { results: { kind: string; id: string; matched: object }[] };
        expect([text, results.filter(({ kind }) => kind === 'record').map(({ id }) => id)]).toEqual(
          [text, [cdrId]],
        );
      }
    }
  });

  it('has a history that ends before its begin, and nothing due', () => {
    const mock = demo();
    const times = [...mock.charges(), ...mock.shareEvents()].map(({ at }) => at);
    expect(times.length).toBeGreaterThan(10);
    expect(times.every((at) => at <= now)).toBe(true);
    expect(mock.webhookDeliveries().filter(({ state }) => state === 'due')).toEqual([]);
    expect(mock.requests()).toEqual([]);
  });

  it('has a record that went from buyer to buyer at no charge after the first (spec §4.6 rule 9)', async () => {
    const mock = demo();
    const cdr = await clientOf(mock, 'verde').cdrs.get('cdr_demo_solar');
    expect(cdr).toMatchObject({ guest: true, producerOrgId: 'sunroof', collected: true });
    const charged = mock.charges({ cdrId: 'cdr_demo_solar' });
    expect(charged.map(({ organizationId, cause }) => [organizationId, cause])).toEqual([
      ['sunroof', 'autoCollect'],
    ]);
  });

  it('has a record that the producer paid for between two receives', () => {
    const charged = demo().charges({ cdrId: 'cdr_demo_button' });
    expect(charged.map(({ organizationId, cause }) => [organizationId, cause])).toEqual([
      ['acme', 'receive'],
      ['planhelper', 'collect'],
    ]);
  });

  it('has a record that two organizations see differently', async () => {
    const mock = demo();
    const [producer, buyer] = await Promise.all(
      ['planhelper', 'acme'].map((organization) =>
        clientOf(mock, organization).cdrs.get('cdr_demo_spanish'),
      ),
    );
    expect([producer?.collected, buyer?.collected]).toEqual([false, true]);
  });

  it('has a session of three in a package, and a package of one that does not show', async () => {
    const mock = demo();
    const walk = clientOf(mock, 'sunroof').cdrs.list('sunroof.example', { pageSize: 100 });
    const packages = (await walk.toArray({ limit: 100 })).map(({ packageId }) => packageId);
    expect(packages.filter((packageId) => packageId === 'pkg_demo_visit')).toHaveLength(3);
    expect(packages).not.toContain('pkg_demo_alone');
  });

  it.each([
    ['shr_demo_live', 'acme', 'ok'],
    ['shr_demo_live', 'passthrough', 'PASSTHROUGH_ORG_CANNOT_CLAIM'],
    ['shr_demo_live', 'lendfast', 'INVALID_ARGUMENT'],
    ['shr_demo_live', 'dormant', 'API_ACCESS_DISABLED'],
    ['shr_demo_expired', 'acme', 'GONE'],
    ['shr_demo_invalid', 'verde', 'CDR_INVALID'],
    ['shr_demo_twofold', 'acme', 'CONFLICT'],
  ])('answers a receive of %s by %s with %s', async (token, organization, code) => {
    expect(await codeOf(clientOf(demo(), organization).shares.receive(token))).toBe(code);
  });

  it.each([
    ['cdr_demo_solar', 'ok'],
    ['cdr_demo_almost_gone', 'ok'],
    ['cdr_demo_dev', 'ok'],
    ['cdr_demo_pending', 'NOT_FOUND'],
    ['cdr_demo_slow', 'NOT_FOUND'],
    ['cdr_demo_invalid', 'CDR_INVALID'],
  ])('answers the read of %s with %s', async (cdrId, code) => {
    expect(await codeOf(clientOf(demo(), 'sunroof').cdrs.get(cdrId))).toBe(code);
  });

  it('loses its oldest record two days on (spec §1)', async () => {
    const mock = demo();
    await mock.clock.advance({ days: 2 });
    expect(await codeOf(clientOf(mock, 'sunroof').cdrs.get('cdr_demo_almost_gone'))).toBe(
      'NOT_FOUND',
    );
  });

  it('has an event that no receiver took, and a key that was revoked', async () => {
    const mock = demo();
    const open = mock.webhookDeliveries().filter(({ state }) => state === 'failed');
    expect(open.map(({ cdrId }) => cdrId)).toEqual(['cdr_demo_unacknowledged']);
    const options = { ...mock.clientOptions('planhelper'), apiKey: 'planhelper-before.demo-only' };
    expect(await codeOf(new ConsentEvidence(options).domains.list())).toBe('UNAUTHENTICATED');
  });
});
