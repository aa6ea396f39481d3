// Vitest, in parallel: a fixture gives each test a world of its own.
import { ConsentEvidence } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { createHandlers, setupMockServer } from 'consent-evidence/mock/msw';
import { afterAll, test as base, beforeAll, describe, vi } from 'vitest';
import { routeLead } from './route-lead.ts';

const phone = '(212) 555-0147';

function newWorld() {
  // With the same `idSeed` the keys are the same, so one environment works in every world.
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'in parallel' });
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  return { mock, producer, buyer };
}

const it = base.extend('world', () => newWorld());

// The client is passed in: nothing is intercepted, and waiting only advances the world's clock.
describe.concurrent('routing a lead with a client of the test’s', () => {
  it('waits for a record that is not rendered yet', async ({ world, expect }) => {
    const { mock, producer, buyer } = world;
    const page = presets.checkedBox({ autoShare: true, render: { afterMs: 7_000 } });
    const { cdrId, shareUrl } = mock.capture(producer, page);
    const client = new ConsentEvidence(mock.clientOptions(buyer));
    const verdict = await routeLead({ consentUrl: shareUrl, phone, firstUse: true }, client);
    expect(verdict).toBe(`sold, evidence ${cdrId}`);
  });

  it('refuses a share that has expired', async ({ world, expect }) => {
    const { mock, producer, buyer } = world;
    const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    await mock.clock.advance({ days: 31 });
    const client = new ConsentEvidence(mock.clientOptions(buyer));
    expect(await routeLead({ consentUrl: shareUrl, phone, firstUse: true }, client)).toBe('refuse');
    expect(mock.charges({ organization: buyer })).toEqual([]);
  });
});

// The code creates its own client: MSW intercepts, and a boundary gives each test its own world.
describe.concurrent('routing a lead with a client of its own', () => {
  const template = newWorld();
  const server = setupMockServer(template.mock);
  beforeAll(() => {
    for (const [name, value] of Object.entries(template.mock.env(template.buyer))) {
      vi.stubEnv(name, String(value));
    }
    server.listen();
  });
  afterAll(() => {
    server.close();
    vi.unstubAllEnvs();
  });
  it.aroundEach((runTest, { world }) =>
    server.boundary(() => {
      server.use(...createHandlers(world.mock));
      return runTest();
    })(),
  );

  it('sells a share link once, to the lead that brought it first', async ({ world, expect }) => {
    const { mock, producer, buyer } = world;
    const { cdrId, shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    const lead = { consentUrl: shareUrl, phone, firstUse: true };
    expect(await routeLead(lead)).toBe(`sold, evidence ${cdrId}`);
    const stranger = { ...lead, phone: '212 555 0199', firstUse: false };
    expect(await routeLead(stranger)).toBe('duplicate');
    expect(mock.charges({ organization: buyer })).toHaveLength(1);
  });

  it('refuses an unchecked box free of charge', async ({ world, expect }) => {
    const { mock, producer, buyer } = world;
    const page = presets.uncheckedBox({ autoShare: true });
    const { shareUrl } = mock.capture(producer, page);
    expect(await routeLead({ consentUrl: shareUrl, phone, firstUse: true })).toBe('refuse');
    expect(mock.charges({ organization: buyer })).toEqual([]);
  });
});
