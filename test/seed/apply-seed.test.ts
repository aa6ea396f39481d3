import { describe, expect, it } from 'vitest';
import { createMockService, engineOf } from '../../mock/fake/mock-service.ts';
import { applySeed } from '../../mock/seed/apply-seed.ts';
import type { Seed, SeedCapture, SeedShare } from '../../mock/seed/seed.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { RETENTION_MS } from '../../src/contract/limits.ts';
import { isApiError } from '../../src/errors/api-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';

const now = Date.parse('2026-01-05T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const url = 'https://hooks.sunroof.example/cdr';
const base: Seed = {
  organizations: [
    { organizationId: 'sunroof', name: 'Sunroof Leads', webhook: { url, secret: 'whsec_local' } },
    { organizationId: 'acme', name: 'Acme Solar' },
    { organizationId: 'verde', name: 'Verde Energy' },
    { organizationId: 'passthrough', name: 'Northwind Exchange', billing: false },
  ],
};

const lead = (changes: Partial<SeedCapture> = {}): SeedCapture => ({
  organization: 'sunroof',
  name: 'lead',
  cdrId: 'cdr_lead',
  preset: 'checkedBox',
  age: { hours: 5 },
  ...changes,
});

const share = (changes: Partial<SeedShare> = {}): SeedShare => ({
  capture: 'lead',
  from: 'sunroof',
  age: { hours: 4 },
  ...changes,
});

const worldOf = (seed: Partial<Seed>, options = {}) =>
  createMockService({ now, seed: { ...base, ...seed }, ...options });

function issuesOf(seed: unknown) {
  try {
    createMockService({ now, seed: seed as Seed });
  } catch (error) {
    if (error instanceof InvalidInputError) return error.issues;
    throw error;
  }
  return [];
}

const clientOf = (mock: ReturnType<typeof worldOf>, organization: string) =>
  new ConsentEvidence(mock.clientOptions(organization));

describe('a seed plays out before the world begins', () => {
  it('with every record as old as it says, and the clock where it was', async () => {
    const mock = worldOf({
      captures: [
        lead(),
        lead({ name: 'late', cdrId: 'cdr_late', page: { render: { afterMs: 4000 } } }),
      ],
    });
    expect(mock.clock.now()).toBe(now);
    const client = clientOf(mock, 'sunroof');
    const at = now - 5 * HOUR_MS;
    expect(await client.cdrs.get('cdr_lead')).toMatchObject({ capturedAt: at, createdAt: at });
    expect(await client.cdrs.get('cdr_late')).toMatchObject({
      capturedAt: at,
      createdAt: at + 4000,
    });
  });

  it('charging at the instant of each cause (spec §1, §4.6 rule 9)', () => {
    const mock = worldOf({
      organizations: base.organizations.map((each) => ({
        ...each,
        autoCollect: each.organizationId !== 'sunroof',
      })),
      captures: [lead()],
      shares: [share({ receivedBy: ['acme', { organization: 'verde', age: { hours: 1 } }] })],
      collects: [{ capture: 'lead', organization: 'sunroof', age: { hours: 2 } }],
    });
    expect(
      mock.charges().map(({ organizationId, cause, at }) => [organizationId, cause, now - at]),
    ).toEqual([
      ['acme', 'receive', 4 * HOUR_MS],
      ['sunroof', 'collect', 2 * HOUR_MS],
    ]);
    const events = mock.shareEvents();
    expect(events.map(({ toOrganizationId, at }) => [toOrganizationId, now - at])).toEqual([
      ['acme', 4 * HOUR_MS],
      ['verde', HOUR_MS],
    ]);
  });

  it('handing a record on from buyer to buyer (spec §2.3)', async () => {
    const mock = worldOf({
      captures: [lead()],
      shares: [
        share({ receivedBy: ['acme'] }),
        share({ from: 'acme', age: { hours: 3 }, receivedBy: ['verde'] }),
      ],
    });
    const cdr = await clientOf(mock, 'verde').cdrs.get('cdr_lead');
    expect(cdr).toMatchObject({
      guest: true,
      producerOrgId: 'sunroof',
      organizationName: 'Verde Energy',
    });
  });

  it('in the order of the instants, wherever an entry stands', () => {
    const mock = worldOf({
      captures: [lead()],
      shares: [
        share({ from: 'acme', age: { hours: 1 }, receivedBy: ['verde'] }),
        share({ age: { hours: 2 }, receivedBy: ['acme'] }),
      ],
    });
    expect(mock.shareEvents().map(({ toOrganizationId }) => toOrganizationId)).toEqual([
      'acme',
      'verde',
    ]);
  });

  it('leaving tokens that are expired and tokens that live', async () => {
    const mock = worldOf({
      captures: [lead({ age: { days: 40 } })],
      shares: [
        share({ token: 'shr_old', age: { days: 30 } }),
        share({ token: 'shr_live', age: { days: 30 }, expiresIn: { days: 30, seconds: 1 } }),
      ],
    });
    const buyer = clientOf(mock, 'acme');
    const gone = await buyer.shares.receive('shr_old').catch((error: unknown) => error);
    expect(isApiError(gone, 'GONE')).toBe(true);
    expect(await buyer.shares.receive('shr_live')).toMatchObject({ cdrId: 'cdr_lead' });
  });

  it('leaving pending what renders later, by hand or by the clock', async () => {
    const mock = worldOf(
      {
        captures: [
          lead({ page: { render: 'manual' } }),
          lead({ name: 'soon', cdrId: 'cdr_soon', page: { render: { afterMs: 6 * HOUR_MS } } }),
        ],
      },
      { webhookFetch: async () => new Response(null, { status: 204 }) },
    );
    const ids = async () =>
      (await clientOf(mock, 'sunroof').cdrs.list('sunroof.example').page()).cdrs.map(
        ({ cdrId }) => cdrId,
      );
    expect(await ids()).toEqual([]);
    await mock.clock.advance({ hours: 1 });
    expect(await ids()).toEqual(['cdr_soon']);
  });

  it('with records that are invalid or twofold only once they were shared and received', async () => {
    const mock = worldOf({
      captures: [
        lead({ invalid: true }),
        lead({ name: 'two', cdrId: 'cdr_two', duplicated: true }),
      ],
      shares: [share({ receivedBy: ['acme'] }), share({ capture: 'two', token: 'shr_two' })],
    });
    const buyer = clientOf(mock, 'acme');
    const codes = await Promise.all(
      [buyer.cdrs.get('cdr_lead'), buyer.shares.receive('shr_two')].map((call) =>
        call.then(String, (error: unknown) => (isApiError(error) ? error.code : error)),
      ),
    );
    expect(codes).toEqual(['CDR_INVALID', 'CONFLICT']);
  });

  it('up to five years back, and beyond, where nothing is kept (spec §1)', async () => {
    const mock = worldOf({
      captures: [
        lead({ age: RETENTION_MS - 1 }),
        lead({ name: 'gone', cdrId: 'cdr_gone', age: RETENTION_MS }),
      ],
    });
    const client = clientOf(mock, 'sunroof');
    expect(await client.cdrs.get('cdr_lead')).toMatchObject({ createdAt: now - RETENTION_MS + 1 });
    const gone = await client.cdrs.get('cdr_gone').catch((error: unknown) => error);
    expect(isApiError(gone, 'NOT_FOUND')).toBe(true);
  });
});

describe('the events of a seed (spec §6.3)', () => {
  const sentAt = async (mock: ReturnType<typeof worldOf>) =>
    (await clientOf(mock, 'sunroof').cdrs.get('cdr_lead')).webhookSuccessfullySentAt;

  it('are acknowledged where they fell due before the start', async () => {
    const mock = worldOf({ captures: [lead()] });
    const at = now - 5 * HOUR_MS;
    expect(mock.webhookDeliveries()).toMatchObject([
      { state: 'delivered', attempts: [{ at, status: 200 }] },
    ]);
    expect(await sentAt(mock)).toBe(at);
  });

  it('are sent as usual where they fall due at the start or later', async () => {
    const sent: string[] = [];
    const webhookFetch = async (to: string) => {
      sent.push(to);
      return new Response(null, { status: 204 });
    };
    const mock = worldOf({ captures: [lead({ age: 0 })] }, { webhookFetch });
    expect(mock.webhookDeliveries()).toMatchObject([{ state: 'due', nextAttemptAt: now }]);
    await mock.clock.advance(0);
    expect(sent).toEqual([url]);
  });

  it('fail where the entry says so, as often as the time allowed', async () => {
    const mock = worldOf({
      captures: [
        lead({ delivery: 'failing' }),
        lead({ name: 'new', cdrId: 'cdr_new', age: { seconds: 100 }, delivery: 'failing' }),
      ],
    });
    const [old, young] = mock.webhookDeliveries();
    expect(old).toMatchObject({ cdrId: 'cdr_lead', state: 'failed' });
    expect(old?.attempts.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    // Attempts after 0, 30 and 90 seconds; the fourth comes 120 seconds after the third.
    expect(young).toMatchObject({ state: 'due', nextAttemptAt: now + 110_000 });
    expect(young?.attempts).toHaveLength(3);
    expect(await sentAt(mock)).toBe(undefined);
  });

  it('that are due leave by themselves where the clock runs', async () => {
    let arrive = (_: string) => {};
    const arrived = new Promise<string>((resolve) => {
      arrive = resolve;
    });
    const webhookFetch = async (to: string) => {
      arrive(to);
      return new Response(null, { status: 204 });
    };
    const mock = worldOf(
      { captures: [lead({ delivery: 'due' })] },
      { running: true, webhookFetch },
    );
    expect(await arrived).toBe(url);
    expect(mock.webhookDeliveries()).toHaveLength(1);
  });

  it('are due at the start, or acknowledged there, where the entry says so', () => {
    const mock = worldOf({
      captures: [
        lead({ delivery: 'due' }),
        lead({ name: 'new', cdrId: 'cdr_new', age: 0, delivery: 'acknowledged' }),
      ],
    });
    const [due, acknowledged] = mock.webhookDeliveries();
    expect(due).toMatchObject({ state: 'due', nextAttemptAt: now, attempts: [] });
    expect(acknowledged).toMatchObject({
      state: 'delivered',
      attempts: [{ at: now, status: 200 }],
    });
  });

  it('cannot be told of where there is no event', () => {
    const captures = [
      lead({ organization: 'acme', delivery: 'failing' }),
      lead({ name: 'new', cdrId: 'cdr_new', page: { render: 'manual' }, delivery: 'due' }),
    ];
    expect(issuesOf({ ...base, captures })[0]?.path).toBe('captures.0.delivery');
    expect(issuesOf({ ...base, captures: captures.slice(1) })[0]?.path).toBe('captures.0.delivery');
  });
});

describe('what a seed names itself', () => {
  const organizations = base.organizations.map((each) =>
    each.organizationId === 'acme'
      ? { ...each, apiKey: 'acme.local-only', revokedApiKeys: ['acme-2024.local-only'] }
      : each,
  );

  it('is the key that works, beside revoked ones that do not (spec §5.5)', async () => {
    for (const readings of [{}, { revocationDelayMs: 300_000 }]) {
      const mock = worldOf({ organizations }, { readings });
      const options = mock.clientOptions('acme');
      expect(options.apiKey).toBe('acme.local-only');
      expect(await new ConsentEvidence(options).domains.list()).toEqual([]);
      const revoked = new ConsentEvidence({ ...options, apiKey: 'acme-2024.local-only' });
      const error = await revoked.domains.list().catch((reason: unknown) => reason);
      expect(isApiError(error, 'UNAUTHENTICATED')).toBe(true);
    }
  });

  it('stays as it is after a reset', () => {
    const mock = worldOf({ organizations });
    mock.revokeApiKey('acme.local-only');
    mock.reset();
    expect(mock.clientOptions('acme').apiKey).toBe('acme.local-only');
  });
});

describe('a capture with a count', () => {
  it('makes that many records at one instant, which a walk finds each once', async () => {
    const mock = worldOf({
      captures: [
        { organization: 'acme', preset: 'buttonOnly', age: { days: 1 }, count: 150 },
        {
          organization: 'acme',
          preset: 'buttonOnly',
          age: { hours: 5 },
          count: 100,
          every: { seconds: 1 },
        },
      ],
    });
    const walk = clientOf(mock, 'acme').cdrs.list('plan-helper.example', {
      order: 'asc',
      pageSize: 100,
    });
    const cdrs = await walk.toArray({ limit: 500 });
    expect(new Set(cdrs.map(({ cdrId }) => cdrId)).size).toBe(250);
    const times = cdrs.map(({ createdAt }) => now - createdAt);
    expect(times.slice(0, 150).every((age) => age === DAY_MS)).toBe(true);
    expect(times.slice(150)).toEqual(Array.from({ length: 100 }, (_, k) => 5 * HOUR_MS - k * 1000));
  });

  it('makes each record another person\u2019s, by the chance of the seed', () => {
    const captures: SeedCapture[] = [
      { organization: 'acme', preset: 'numberInDisclosure', count: 900 },
      { organization: 'acme', preset: 'checkedBox', count: 900 },
    ];
    const pagesOf = (idSeed: string) => {
      const mock = createMockService({ now, idSeed, seed: { ...base, captures } });
      return engineOf(mock)
        .world.cdrs.values()
        .map(({ page }) => page);
    };
    const pages = pagesOf('a');
    expect(pages).toEqual(pagesOf('a'));
    expect(pages).not.toEqual(pagesOf('b'));
    expect(new Set(pages.map(({ customMetadata }) => customMetadata?.['lead_id'])).size).toBe(1800);
    expect(new Set(pages.flatMap(({ formPhones }) => formPhones)).size).toBe(1800);
    expect(pages.every(({ formPhones }) => /^[2-9]\d\d55501\d\d$/.test(formPhones[0] ?? ''))).toBe(
      true,
    );
    for (const member of ['pageUrl', 'timeOnPageMs', 'clientTimezone'] as const) {
      expect(new Set(pages.map((page) => page[member])).size).toBeGreaterThan(4);
    }
    const wordings = pages.slice(900).map(({ view }) => view.disclosures[0]?.text);
    expect(new Set(wordings).size).toBe(3);
    // A wording that repeats the number that was entered repeats each person's own.
    for (const { view, formPhones } of pages.slice(0, 900)) {
      expect(view.disclosures[0]?.text.replace(/\D/g, '')).toBe(formPhones[0]);
    }
  });

  it('keeps what the seed itself says of the page, and the page of a single capture', () => {
    const page = { customMetadata: { lead_id: 'mine' } };
    const mock = worldOf({
      captures: [
        { organization: 'acme', preset: 'checkedBox', page, count: 3 },
        { organization: 'acme', preset: 'checkedBox', cdrId: 'one' },
        { organization: 'acme', page: { pageUrl: 'https://a.example/' }, count: 2 },
      ],
    });
    const { cdrs } = engineOf(mock).world;
    const own = cdrs.values().map((cdr) => cdr.page.customMetadata?.['lead_id']);
    expect(own.filter((each) => each === 'mine')).toHaveLength(3);
    expect(cdrs.get('one')?.page.formPhones).toEqual(['2125550147']);
  });

  it('is bounded over the whole seed', () => {
    const half = { organization: 'acme', preset: 'buttonOnly' as const, count: 5001 };
    expect(issuesOf({ ...base, captures: [half, half] })).toEqual([
      { path: 'captures', message: 'expected at most 10000 records in all' },
    ]);
  });
});

describe('a seed is refused', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['with an unknown name', 'dmeo', 'seed', /did you mean "demo"/],
    ['that is none', [], '', /expected a seed/],
    ['with a misspelt member', { ...base, capturs: [] }, 'capturs', /did you mean "captures"/],
    [
      'with a misspelt member of a page',
      { ...base, captures: [lead({ page: { pageTitel: 'x' } as never })] },
      'captures.0.page.pageTitel',
      /did you mean "pageTitle"/,
    ],
    [
      'with a misspelt unit',
      { ...base, captures: [lead({ age: { hour: 1 } as never })] },
      'captures.0.age.hour',
      /did you mean "hours"/,
    ],
    [
      'with a misspelt member of a receive',
      {
        ...base,
        captures: [lead()],
        shares: [share({ receivedBy: [{ organisation: 'acme' } as never] })],
      },
      'shares.0.receivedBy.0.organisation',
      /did you mean "organization"/,
    ],
    [
      'with an unknown preset',
      { ...base, captures: [lead({ preset: 'checkdBox' as never })] },
      'captures.0.preset',
      /did you mean "checkedBox"/,
    ],
    [
      'with an unknown producer',
      { ...base, captures: [lead({ organization: 'sunrof' })] },
      'captures.0.organization',
      /no organization in this seed is "sunrof"; did you mean "sunroof"/,
    ],
    [
      'with an unknown sharer',
      { ...base, captures: [lead()], shares: [share({ from: 'sunrof' })] },
      'shares.0.from',
      /did you mean "sunroof"/,
    ],
    [
      'with an unknown receiver',
      { ...base, captures: [lead()], shares: [share({ receivedBy: ['acme', 'vedre'] })] },
      'shares.0.receivedBy.1',
      /did you mean "verde"/,
    ],
    [
      'with an unknown capture',
      { ...base, captures: [lead()], collects: [{ capture: 'laed', organization: 'acme' }] },
      'collects.0.capture',
      /did you mean "lead"/,
    ],
    [
      'with one name twice',
      { ...base, captures: [lead(), lead({ cdrId: 'x' })] },
      'captures.1.name',
      /same name/,
    ],
    [
      'with one id twice',
      { ...base, captures: [lead(), lead({ name: 'x' })] },
      'captures.1.cdrId',
      /same cdrId/,
    ],
    [
      'with one organization twice',
      { organizations: [base.organizations[1], base.organizations[1]] },
      'organizations.1.organizationId',
      /same organizationId/,
    ],
    [
      'without a page',
      { ...base, captures: [{ organization: 'acme' }] },
      'captures.0.page.pageUrl',
      /expected a page URL/,
    ],
    [
      'with a named volume',
      { ...base, captures: [lead({ count: 2 })] },
      'captures.0.name',
      /expected no name/,
    ],
    [
      'with a volume that reaches into the future',
      {
        ...base,
        captures: [
          { organization: 'acme', preset: 'buttonOnly', age: 2000, count: 4, every: 1000 },
        ],
      },
      'captures.0.every',
      /no later than the start/,
    ],
    [
      'with a share before its capture',
      { ...base, captures: [lead()], shares: [share({ age: { hours: 6 } })] },
      'shares.0.age',
      /at most the age of the capture/,
    ],
    [
      'with a receive before its share',
      {
        ...base,
        captures: [lead()],
        shares: [share({ receivedBy: [{ organization: 'acme', age: { hours: 4, seconds: 1 } }] })],
      },
      'shares.0.receivedBy.0.age',
      /at most the age of the share/,
    ],
    [
      'with a token that never lives',
      { ...base, captures: [lead()], shares: [share({ expiresIn: 0 })] },
      'shares.0.expiresIn',
      /more than 0/,
    ],
    [
      'with an instant in place of an age',
      { ...base, captures: [lead({ age: new Date() as never })] },
      'captures.0.age',
      /milliseconds, or \{ days/,
    ],
    [
      'with an instant in place of the age of a receive',
      {
        ...base,
        captures: [lead()],
        shares: [share({ receivedBy: [{ organization: 'acme', age: new Date() as never }] })],
      },
      'shares.0.receivedBy.0.age',
      /the age of the share/,
    ],
    [
      'with an instant in place of a distance',
      {
        ...base,
        captures: [
          { organization: 'sunroof', preset: 'checkedBox', count: 2, every: new Date() as never },
        ],
      },
      'captures.0.every',
      /expected/,
    ],
    [
      'with a distance between captures of which there is one',
      { ...base, captures: [{ organization: 'sunroof', preset: 'checkedBox', every: 1 }] },
      'captures.0.every',
      /a count above 1/,
    ],
    [
      'with an age beyond ten years',
      { ...base, captures: [lead({ age: { days: 3651 } })] },
      'captures.0.age',
      /at most 10 years/,
    ],
  ])('%s', (_, seed, path, message) => {
    const issue = issuesOf(seed).find((each) => each.path === path);
    expect(issue?.message).toMatch(message);
  });

  it.each<[string, Partial<Seed>, string, string]>([
    [
      'a share of a Dev Mode record (spec §4.5)',
      { captures: [lead({ preset: 'devModeCapture' })], shares: [share()] },
      'shares.0',
      'CDR_DEV_MODE',
    ],
    [
      'a share by one who does not hold the record (spec §4.5)',
      { captures: [lead()], shares: [share({ from: 'acme' })] },
      'shares.0',
      'NOT_FOUND',
    ],
    [
      'a receive without billing (spec §4.6)',
      { captures: [lead()], shares: [share({ receivedBy: ['acme', 'passthrough'] })] },
      'shares.0.receivedBy.1',
      'PASSTHROUGH_ORG_CANNOT_CLAIM',
    ],
    [
      'a receive of the own token (spec §4.6 rule 4)',
      { captures: [lead()], shares: [share({ receivedBy: ['sunroof'] })] },
      'shares.0.receivedBy.0',
      'INVALID_ARGUMENT',
    ],
    [
      'a receive after the expiry (spec §4.6 rule 1)',
      {
        captures: [lead()],
        shares: [
          share({ expiresIn: { hours: 1 }, receivedBy: [{ organization: 'acme', age: 0 }] }),
        ],
      },
      'shares.0.receivedBy.0',
      'GONE',
    ],
    [
      'a receive that does not collect (spec §4.6)',
      {
        captures: [lead()],
        shares: [share({ receivedBy: [{ organization: 'acme', collect: false }] })],
      },
      'shares.0.receivedBy.0',
      'COLLECT_REQUIRED',
    ],
    [
      'a collect of a pending record (spec §4.4)',
      {
        captures: [lead({ page: { render: 'manual' } })],
        collects: [{ capture: 'lead', organization: 'sunroof' }],
      },
      'collects.0',
      'NOT_FOUND',
    ],
  ])('where the service would refuse %s', (_, seed, path, code) => {
    const [issue, ...others] = issuesOf({ ...base, ...seed });
    expect(others).toEqual([]);
    expect(issue?.path).toBe(path);
    expect(issue?.message).toContain(`the fake refuses this: ${code}`);
  });

  it('without a trace in a world that is there already', () => {
    const mock = worldOf({ captures: [lead()] });
    const engine = engineOf(mock);
    const before = JSON.stringify(mock.snapshot());
    const refused: Seed = {
      organizations: [{ organizationId: 'late', name: 'Late Leads' }],
      captures: [{ organization: 'late', name: 'a', preset: 'devModeCapture', age: { hours: 1 } }],
      shares: [{ capture: 'a', from: 'late' }],
    };
    expect(() => applySeed(engine, refused)).toThrow(/shares\.0: .*CDR_DEV_MODE/);
    expect(JSON.stringify(mock.snapshot())).toBe(before);
    applySeed(engine, { organizations: refused.organizations });
    expect(mock.clientOptions('late').apiKey).toMatch(/^key_\w+\.sk_\w+$/);
  });

  it('without a secret in what it says', () => {
    const apiKey = 'acme.keep_this_to_yourself';
    const twice = ['a', 'b'].map((organizationId) => ({ organizationId, name: 'A', apiKey }));
    const odd = [{ organizationId: 'a', name: 'A', apiKey: `${apiKey}.too` }];
    for (const organizations of [twice, odd]) {
      const issues = issuesOf({ organizations });
      expect(issues).toHaveLength(1);
      expect(JSON.stringify(issues)).not.toContain('keep_this_to_yourself');
    }
  });
});
