import { readdirSync } from 'node:fs';
import { ConsentEvidence } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { describe, expect, it, vi } from 'vitest';
import { routeLead } from '../../examples/testing/route-lead.ts';
import { simulate } from '../../mock/simulate.ts';
import { EXAMPLE_SUBJECTS, NO_SUBJECTS } from './support/example-subjects.ts';

describe('the examples, as they are', () => {
  const onOneAndTwo = EXAMPLE_SUBJECTS.flatMap((each) => [
    { ...each, machines: 1 },
    { ...each, machines: 2, worlds: Math.ceil(each.worlds / 2) },
  ]);

  it.each(onOneAndTwo)('hold on $machines: $files', { timeout: 100_000 }, async (subject) => {
    const { start, worlds, machines, invariants, breaks = [] } = subject;
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { broken, tried } = await simulate({ start, worlds, machines, invariants });
    const unexpected = broken.filter(({ invariant }) => !breaks.includes(invariant));
    expect(unexpected.map(({ story }) => story)).toEqual([]);
    if (machines === 1) {
      expect(broken.map(({ invariant }) => invariant).sort()).toEqual(breaks);
    }
    expect(tried.accepted + tried.effects).toBeGreaterThan(worlds / 2);
    expect(tried.crashes).toBeGreaterThan(0);
  });

  it('route-lead.ts sends a link for one lead alone, also while that one waits', async () => {
    const mock = createMockService();
    const { organizationId: producer } = mock.addOrganization({ name: 'Sunroof Leads' });
    const { organizationId: buyer } = mock.addOrganization({ name: 'Acme Solar' });
    const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    const options = mock.clientOptions(buyer);
    const stranger = { consentUrl: shareUrl, phone: '212 555 0199', firstUse: true };
    const right = { consentUrl: shareUrl, phone: '212 555 0147', firstUse: false };
    mock.addFault({ operation: 'shares.receive', status: 503 });
    const others: string[] = [];
    const clock = {
      now: () => mock.clock.now(),
      // Runs between the two attempts of the first lead.
      sleep: async () => void others.push(await routeLead(right, new ConsentEvidence(options))),
    };
    const said = await routeLead(stranger, new ConsentEvidence({ ...options, clock }));
    expect([said, ...others]).toEqual(['refuse', 'duplicate']);
    expect(mock.charges({ organization: buyer })).toEqual([]);
  });

  it('route-lead.ts accepts no stranger whose link a colleague received by hand', async () => {
    const mock = createMockService();
    const { organizationId: producer } = mock.addOrganization({ name: 'Sunroof Leads' });
    const { organizationId: buyer } = mock.addOrganization({ name: 'Acme Solar' });
    const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    const client = new ConsentEvidence(mock.clientOptions(buyer));
    await client.shares.receive(shareUrl);
    const route = (phone: string) => {
      mock.addFault({ operation: 'shares.receive', drop: true });
      return routeLead({ consentUrl: shareUrl, phone, firstUse: true }, client);
    };
    expect(await route('212 555 0199')).toBe('duplicate');
    expect(await route('212 555 0147')).toMatch(/^sold/);
  });

  it('are all subjects, or it is said why not', () => {
    const files = readdirSync('examples', { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('\\', '/').slice(9));
    const subjects = new Set(EXAMPLE_SUBJECTS.flatMap((each) => each.files));
    const others = Object.values(NO_SUBJECTS).flat();
    expect([...subjects, ...others].sort()).toEqual(files.sort());
  });
});
