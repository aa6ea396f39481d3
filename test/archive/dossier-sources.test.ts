import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  archiveEvidence,
  folderVault,
  verifyArchive,
  writeDossier,
} from '../../src/archive/index.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';

const PHONE = '(415) 555-0123';
const PAGE = {
  pageUrl: 'https://quotes.acme.example/solar',
  fields: [{ name: 'phone', type: 'tel', value: PHONE }],
};
const CASE = { phone: PHONE, note: '29-cv-0147' };

/** A company whose archive has one record of the number. */
async function archivedWorld() {
  const world = archiveWorld();
  const cdrId = world.capture(PAGE);
  const archive = folderVault(path.join(tempFolder(), 'evidence'));
  await archiveEvidence(world.client, { vault: archive, clock: world.mock.clock });
  return { ...world, cdrId, archive, folder: path.join(tempFolder(), 'case') };
}

/** What the cover says in the row of this label; `undefined` if it has no such row. */
function cover(folder: string, label: string): string | undefined {
  const page = readFileSync(path.join(folder, 'data/dossier.html'), 'utf8');
  return new RegExp(`<th scope="row">${label}</th><td><bdi>(.*?)</bdi>`, 's').exec(page)?.[1];
}

it('is made of the archive alone, without a client', async () => {
  const { archive, folder, mock, cdrId } = await archivedWorld();
  const asked = mock.requests().length;
  const report = await writeDossier(null, { ...CASE, folder, archive, clock: mock.clock });
  expect(report).toMatchObject({ ok: true, problems: [], found: 1, records: 1, images: 1 });
  expect(mock.requests()).toHaveLength(asked);
  expect(cover(folder, 'Searched')).toBe('the account’s archive');
  expect(cover(folder, 'Domains searched')).toBe('none');
  expect(cover(folder, 'Account')).toBe('Acme Solar');
  expect(readFileSync(path.join(folder, 'data/dossier.html'), 'utf8')).toContain(cdrId);
  expect(await verifyArchive(folderVault(path.join(folder, 'data')))).toMatchObject({
    ok: true,
    records: 1,
  });
});

it('names, without a client, a record that the archive does not have', async () => {
  const { archive, folder, mock } = await archivedWorld();
  const ledger = memoryLedger();
  const lead = { source: '', leadId: 'L-1', state: 'accept', cdrId: 'cdr_gone' };
  const report = await writeDossier(null, {
    ...{ ...CASE, folder, archive, leads: ['L-1'], clock: mock.clock },
    ledger: {
      ...ledger,
      get: async () => ({ ...lead, heldSince: 0, decidedAt: 1, requestIds: [] }),
      acceptedRecords: async () => [],
    },
  });
  expect(report.problems).toEqual([
    {
      kind: 'vault',
      cdrId: 'cdr_gone',
      message: 'the archive has no usable copy of it',
    },
  ]);
  expect(report).toMatchObject({ ok: false, found: 2, records: 1 });
});

it('is refused without a client and without an archive, or with domains that no one can search', async () => {
  const folder = path.join(tempFolder(), 'case');
  await expect(writeDossier(null, { ...CASE, folder })).rejects.toThrow('client: expected');
  const { archive } = await archivedWorld();
  const domains = ['acme.example'];
  await expect(writeDossier(null, { ...CASE, folder, archive, domains })).rejects.toThrow(
    'domains: expected a client as well',
  );
});

it('says that the service was searched if the account has no domains yet', async () => {
  const { folder, mock, thrifty, clientOf } = await archivedWorld();
  const report = await writeDossier(clientOf({}, thrifty), { ...CASE, folder, clock: mock.clock });
  expect(report).toMatchObject({ ok: true, found: 0 });
  expect(cover(folder, 'Searched')).toBe('the service, by its search for the number');
});

it('does not say that an archive was searched that is not there', async () => {
  const { folder, mock } = await archivedWorld();
  const archive = folderVault(path.join(tempFolder(), 'nowhere'));
  const report = await writeDossier(null, { ...CASE, folder, archive, clock: mock.clock });
  expect(report.problems).toEqual([
    { kind: 'vault', message: 'in the archive, there is no manifest: nothing was archived here' },
  ]);
  expect(cover(folder, 'Searched')).toBe('nothing');
});

it('names no account after what stands for one that cannot be read', async () => {
  const { folder, mock, company, client, capture, archive } = await archivedWorld();
  const clock = mock.clock;
  mock.updateOrganization(company, { unreadable: true });
  await mock.clock.advance(1_000);
  capture(PAGE);
  await archiveEvidence(client, { vault: archive, clock });
  const report = await writeDossier(client, { ...CASE, folder, archive, clock });
  expect(report).toMatchObject({ ok: true, records: 2 });
  expect(cover(folder, 'Account')).toBe('Acme Solar');
});

it('does not say that a source was searched that could not be', async () => {
  const { archive, folder, mock, clientOf } = await archivedWorld();
  mock.addFault({ operation: 'domains.list', status: 503, times: Infinity });
  const down = () => Promise.reject(new Error('no disk'));
  const noDisk = () => {
    throw new Error('no disk');
  };
  const clock = mock.clock;
  await writeDossier(clientOf(), { ...CASE, folder, archive, clock });
  expect(cover(folder, 'Searched')).toBe('the account’s archive');
  const other = path.join(tempFolder(), 'case');
  const sources = {
    archive: { has: down, put: down, get: down, list: noDisk },
    ledger: { get: down, acceptedRecords: down },
    leads: ['L-1'],
  };
  const report = await writeDossier(clientOf(), { ...CASE, folder: other, ...sources, clock });
  expect(report.problems.map(({ kind }) => kind)).toEqual(['search', 'ledger', 'vault']);
  expect(cover(other, 'Searched')).toBe('nothing');
});

it('says that the archive is of another account, and whose each record is', async () => {
  const { archive, folder, mock, thrifty, clientOf, capture } = await archivedWorld();
  await mock.clock.advance(1_000);
  const cdrId = capture(PAGE, thrifty);
  const report = await writeDossier(clientOf({}, thrifty), {
    ...{ ...CASE, folder, archive, clock: mock.clock },
  });
  expect(report.problems).toEqual([
    {
      kind: 'other_account',
      message:
        'the archive is of Acme Solar, the key of Thrifty Leads: another account, or its new name',
    },
  ]);
  expect(report).toMatchObject({ ok: false, records: 2 });
  expect(cover(folder, 'Account')).toBe('Acme Solar; Thrifty Leads');
  const page = readFileSync(path.join(folder, 'data/dossier.html'), 'utf8');
  expect(page).toContain(cdrId);
  expect(page.match(/<th scope="row">Account<\/th>/g)).toHaveLength(3);
});

it('knows an account under the names that its archive has', async () => {
  const { archive, folder, mock, company, client, capture } = await archivedWorld();
  await mock.clock.advance(1_000);
  mock.updateOrganization(company, { name: 'Acme Power' });
  const clock = mock.clock;
  capture({ pageUrl: PAGE.pageUrl });
  const renamed = { vault: archive, organizationName: 'Acme Power', clock };
  expect(await archiveEvidence(client, renamed)).toMatchObject({
    ...{ ok: true, counts: { archived: 1 } },
  });
  capture(PAGE);
  const report = await writeDossier(client, { ...CASE, folder, archive, clock });
  expect(report).toMatchObject({ ok: true, records: 2 });
  expect(cover(folder, 'Account')).toBe('Acme Solar; Acme Power');
});
