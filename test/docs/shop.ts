import { type Clock, ConsentEvidence } from 'consent-evidence';
import { createLeadIntake, memoryLedger } from 'consent-evidence/intake';
import { createMockService, presets } from 'consent-evidence/mock';
import { vi } from 'vitest';

/** The number on the form of each record. */
export const PHONE = '(212) 555-0147';

/** Makes a producer's record and a buyer. The pages use the real clock, so the world has the same time. */
export function shop(now = Date.now()) {
  const mock = createMockService({ now });
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  const seller = new ConsentEvidence(mock.clientOptions(producer));
  const client = new ConsentEvidence(mock.clientOptions(buyer));
  const capture = (): string => mock.capture(producer, presets.checkedBox()).cdrId;
  const share = (cdrId: string, expiresInMs?: number) => seller.cdrs.share(cdrId, { expiresInMs });
  const charges = (): number => mock.charges({ organization: buyer }).length;
  return { mock, producer, buyer, client, capture, share, charges, log: vi.fn() };
}

/** An intake of the buyer, whose ledger is in memory. */
export function intakeOf(
  { mock, client }: ReturnType<typeof shop>,
  onDecision?: () => void,
  clock: Clock = mock.clock,
) {
  const criteria = { schemaVersion: 1 } as const;
  const options = { client, ledger: memoryLedger(), criteria, clock };
  return createLeadIntake({ ...options, onDecision });
}

/** The operation succeeds, but the answer to each attempt of one call is lost. */
export const lost = { operation: 'shares.receive', phase: 'after', drop: true, times: 3 } as const;
