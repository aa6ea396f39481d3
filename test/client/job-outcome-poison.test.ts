import { ConsentEvidence, jobOutcome } from 'consent-evidence';
import { createLeadIntake, type Lead, memoryLedger } from 'consent-evidence/intake';
import { createMockService, presets } from 'consent-evidence/mock';
import { describe, expect, it } from 'vitest';

const mock = createMockService();
const producer = mock.addOrganization({ name: 'Sunroof Leads' });
const buyer = mock.addOrganization({ name: 'Acme Solar' });
const client = new ConsentEvidence(mock.clientOptions(buyer));
const seller = new ConsentEvidence(mock.clientOptions(producer));
const { cdrId } = mock.capture(producer, presets.checkedBox());
const { shareUrl } = await seller.cdrs.share(cdrId);
const { clock } = mock;
const criteria = { schemaVersion: 1 } as const;
const intake = createLeadIntake({ client, ledger: memoryLedger(), criteria, clock });
const lead = { leadId: 'L-1', shareUrl, phone: '(212) 555-0147' };
await intake.take(lead);

const NOTHING = undefined as unknown as string;
const FOREIGN = 'https://elsewhere.example/v1/shares/shr_1';
const receive = (url: string, phone = lead.phone) =>
  client.shares.receive(url, { acceptance: { ...criteria, leadMatch: { phone } } });
const take = (changes: Partial<Record<keyof Lead, unknown>>) =>
  intake.take({ ...lead, ...changes } as Lead);

/** Calls with what a message can contain: a stranger's lead, an empty message, another program's. */
const calls: Record<string, () => PromiseLike<unknown>> = {
  'get of no id': () => client.cdrs.get(NOTHING),
  'collect of a path': () => client.cdrs.collect('../keys'),
  'share of a control character': () => client.cdrs.share('a\nb'),
  'download of nothing': () => client.cdrs.download(''),
  'list of a path': () => client.cdrs.list('..').page(),
  'search for half a number': () => client.cdrs.findByPhone('555-0147').next(),
  'receive of no link': () => receive(NOTHING),
  'receive of a text': () => receive('see attachment'),
  'receive of a foreign link': () => receive(FOREIGN),
  'receive with half a number': () => receive(shareUrl, '555-0147'),
  'receive with no number': () => receive(shareUrl, null as unknown as string),
  'take of nothing': () => intake.take(undefined as unknown as Lead),
  'take without an id': () => take({ leadId: undefined }),
  'take of an overlong id': () => take({ leadId: 'L'.repeat(201) }),
  'take without a share': () => take({ leadId: 'L-2', shareUrl: undefined }),
  'take of an overlong share': () => take({ leadId: 'L-2', shareUrl: 's'.repeat(4_097) }),
  'take with a number that is no text': () => take({ leadId: 'L-2', phone: 2_125_550_147 }),
  'take of a known lead with another number': () => take({ phone: '(212) 555-0148' }),
  'take of a known lead with another share': () => take({ shareUrl: `${shareUrl}x` }),
};

describe('jobOutcome of a message that no worker can handle', () => {
  it.each(Object.entries(calls))('%s stops no worker', async (_, call) => {
    const error: unknown = await Promise.resolve(call()).then(
      () => expect.unreachable('it must fail'),
      (reason: unknown) => reason,
    );
    expect(jobOutcome(error)).not.toMatchObject({ kind: 'stop' });
  });
});
