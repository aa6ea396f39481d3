import {
  type CaptureInput,
  createMockService,
  presets,
  type Readings,
} from '../../../mock/index.ts';
import { ConsentEvidence, type ConsentEvidenceOptions } from '../../../src/index.ts';
import { createLeadIntake, type Lead, type LeadIntakeOptions } from '../../../src/intake/index.ts';
import type { Ledger } from '../../../src/intake/ledger.ts';
import { memoryLedger } from '../../../src/intake/memory-ledger.ts';

/** The phone number on the form of each record, unless a test overrides it. */
export const PHONE = '(212) 555-0147';
export const OTHER_PHONE = '(212) 555-0199';

export const criteria = {
  schemaVersion: 1,
  disclosure: { requireAllCheckboxesAffirmed: true },
} as const;

/**
 * Makes a producer who never pays, so that each receive of the buyer is a charge, and the buyer.
 */
export function leadWorld(readings: Partial<Readings> = {}) {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'leads', readings });
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  const seller = new ConsentEvidence(mock.clientOptions(producer));
  const clientOf = (options: ConsentEvidenceOptions = {}) =>
    new ConsentEvidence({ ...mock.clientOptions(buyer), maxRetries: 0, ...options });
  const intakeOf = <Tx = undefined>(
    ledger: Ledger<Tx> = memoryLedger() as Ledger as Ledger<Tx>,
    options: Partial<LeadIntakeOptions<Tx>> = {},
  ) =>
    createLeadIntake<Tx>({ client: clientOf(), ledger, criteria, clock: mock.clock, ...options });
  const capture = (page: Partial<CaptureInput> = {}): string =>
    mock.capture(producer, presets.checkedBox(page)).cdrId;
  const share = async (cdrId: string): Promise<string> => (await seller.cdrs.share(cdrId)).shareUrl;
  const paid = (): string[] => mock.charges({ organization: buyer }).map(({ cdrId }) => cdrId);
  return { mock, producer, buyer, seller, clientOf, intakeOf, capture, share, paid };
}

/** Makes a lead. Default phone: the number on the form. */
export function leadOf(leadId: string, shareUrl: string, phone = PHONE): Lead {
  return { leadId, shareUrl, phone };
}

/** Returns the ledger with some of its steps replaced. */
export const changed = <T extends object>(ledger: T, changes: Partial<T>): T =>
  Object.assign(Object.create(ledger) as T, changes);

/** Collects the items of an async iterable. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
