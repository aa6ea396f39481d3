import path from 'node:path';
import { createMockService, presets } from '../../../mock/index.ts';
import { writeDossier } from '../../../src/archive/index.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import { createLeadIntake, memoryLedger } from '../../../src/intake/index.ts';

const PHONE = '(415) 555-0123';
const DAY_MS = 86_400_000;

/**
 * Writes a dossier with a record of each kind into `folder`: one from the company's own page; one
 * that was shared, received and accepted; one whose submission was not seen; one that is not paid
 * for. Returns the path of the page.
 */
export async function sampleDossier(folder: string): Promise<string> {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'sample' });
  const company = mock.addOrganization({ name: 'Acme Solar', autoCollect: false });
  const producer = mock.addOrganization({ name: 'Sunroof Leads' });
  const client = new ConsentEvidence(mock.clientOptions(company));
  const fields = [
    { name: 'first_name', autocomplete: 'given-name', value: 'Dana' },
    { name: 'last_name', autocomplete: 'family-name', value: 'Whitfield' },
    { name: 'phone', type: 'tel', value: PHONE },
  ];
  const own = mock.capture(company, presets.checkedBox({ fields }));
  await client.cdrs.collect(own.cdrId);
  await mock.clock.advance(DAY_MS);
  const ledger = memoryLedger();
  const intake = createLeadIntake({
    ...{ client, ledger, clock: mock.clock, criteria: { schemaVersion: 1 } },
  });
  const shared = mock.capture(producer, presets.buttonOnly({ fields }));
  const seller = new ConsentEvidence(mock.clientOptions(producer));
  const { shareUrl } = await seller.cdrs.share(shared.cdrId);
  await intake.take({ leadId: 'L-1042', shareUrl, phone: PHONE });
  await mock.clock.advance(DAY_MS);
  const unseen = mock.capture(company, presets.checkedBox({ fields, submit: null }));
  await client.cdrs.collect(unseen.cdrId);
  mock.capture(company, presets.checkedBox({ fields, customMetadata: { lead_phone: PHONE } }));
  await mock.clock.advance(DAY_MS);
  const report = await writeDossier(client, {
    ...{ phone: PHONE, folder, keys: ['lead_phone'], note: '25-cv-0147', clock: mock.clock },
    ...{ ledger, leads: ['L-1042'] },
  });
  if (!report.ok || report.records !== 4) throw new Error(JSON.stringify(report));
  return path.join(folder, report.page ?? '');
}
