import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  archiveRecord,
  exportArchive,
  findInArchive,
  folderVault,
  type Vault,
  verifyArchive,
  writeDossier,
} from '../../src/archive/index.ts';
import { InvalidInputError, jobOutcome } from '../../src/index.ts';
import { failureOf } from '../client/support/failure-of.ts';
import { all } from './support/all.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { recordsIn } from './support/lines-in.ts';
import { MemoryVault } from './support/memory-vault.ts';

const VAULTS: readonly (readonly [string, () => Vault])[] = [
  ['a folder', () => folderVault(tempFolder())],
  ['a vault whose files cannot grow', () => new MemoryVault()],
];

describe.each(VAULTS)('archiveRecord into %s', (_, make) => {
  it('takes a record once, however many jobs do so at once, and a walk takes the rest', async () => {
    const { client, captureMany, mock } = archiveWorld();
    const ids = captureMany(6);
    const vault = make();
    const jobs = ids.slice(0, 4).flatMap((cdrId) => [cdrId, cdrId, cdrId]);
    const states = await Promise.all(
      jobs.map(async (cdrId) => (await archiveRecord(client, { vault, cdrId })).state),
    );
    expect(states.filter((state) => state === 'archived')).toHaveLength(4);
    expect(states.filter((state) => state === 'known')).toHaveLength(8);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 4, problems: [] });
    expect(await all(findInArchive(vault, { domainId: 'acme.example' }))).toHaveLength(4);
    expect(await all(exportArchive(vault, { format: 'ndjson' }))).toHaveLength(4);
    const report = await archiveEvidence(client, { vault, clock: mock.clock });
    expect(report).toMatchObject({ ok: true, counts: { archived: 2, known: 4 } });
    expect(await recordsIn(vault)).toHaveLength(6);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 6, problems: [] });
  });

  it('beside a walk leaves nothing out and nothing twice', async () => {
    const { client, captureMany, mock } = archiveWorld();
    const ids = captureMany(30);
    const vault = make();
    const walk = archiveEvidence(client, { vault, clock: mock.clock });
    await Promise.all(ids.map((cdrId) => archiveRecord(client, { vault, cdrId })));
    const { ok, counts } = await walk;
    expect([ok, counts.failed, counts.left]).toEqual([true, 0, 0]);
    expect(await archiveEvidence(client, { vault })).toMatchObject({ counts: { known: 30 } });
    const lines = await recordsIn(vault);
    expect(lines.map(({ cdrId }) => cdrId).sort()).toEqual([...ids].sort());
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 30, problems: [] });
  });

  it('asks for nothing where it is known, and never pays', async () => {
    const { client, clientOf, capture, mock, requests, thrifty } = archiveWorld();
    const vault = make();
    const cdrId = capture();
    await archiveRecord(client, { vault, cdrId });
    const asked = requests().length;
    expect(await archiveRecord(client, { vault, cdrId })).toEqual({ cdrId, state: 'known' });
    expect(requests()).toHaveLength(asked);
    const own = clientOf({}, thrifty);
    const other = make();
    const unpaid = capture({}, thrifty);
    expect(await archiveRecord(own, { vault: other, cdrId: unpaid })).toMatchObject({
      state: 'not_collected',
    });
    expect(mock.charges({ organization: thrifty })).toEqual([]);
  });

  it('says what the record is, and rejects a 404, which a worker retries', async () => {
    const { client, capture, mock } = archiveWorld();
    const vault = make();
    const dev = capture({ devMode: true });
    expect(await archiveRecord(client, { vault, cdrId: dev })).toMatchObject({ state: 'dev_mode' });
    const gone = capture();
    mock.invalidate(gone);
    expect(await archiveRecord(client, { vault, cdrId: gone })).toMatchObject({ state: 'gone' });
    const error = await failureOf(archiveRecord(client, { vault, cdrId: 'cdr_no' }));
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
    expect(jobOutcome(error)).toMatchObject({ kind: 'retry' });
    expect(await verifyArchive(vault)).toMatchObject({ records: 0 });
  });

  it('refuses the vault of another account, and a worker stops', async () => {
    const { client, capture, mock, clientOf } = archiveWorld();
    const vault = make();
    await archiveRecord(client, { vault, cdrId: capture() });
    const other = mock.addOrganization({ name: 'Other Solar' });
    const cdrId = capture({}, other);
    const before = await all(vault.list(''));
    const job = { vault, cdrId };
    const error = await failureOf(archiveRecord(clientOf({}, other), job));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(String(error)).toContain('"Acme Solar"');
    expect(jobOutcome(error)).toEqual({ kind: 'stop', code: 'SETTINGS_INVALID' });
    expect(await all(vault.list(''))).toEqual(before);
    expect(
      await archiveRecord(clientOf({}, other), { ...job, organizationName: 'Other Solar' }),
    ).toMatchObject({ state: 'archived' });
  });

  it('refuses an identifier that is none, and a vault of a newer layout, and writes nothing', async () => {
    const { client, capture } = archiveWorld();
    const vault = make();
    for (const cdrId of ['', '..', 'a/b', undefined]) {
      const run = archiveRecord(client, { vault, cdrId: cdrId as string });
      await expect(run).rejects.toThrow(/cdrId/);
    }
    expect(await all(vault.list(''))).toEqual([]);
    const facts = new TextEncoder().encode('{"layout":2,"vaultId":"x"}\n');
    await vault.put('vault.json', facts, { contentType: 'application/json' });
    const before = await all(vault.list(''));
    const runs = [
      () => archiveRecord(client, { vault, cdrId: capture() }),
      () => verifyArchive(vault),
      () => all(findInArchive(vault, { cdrId: 'cdr_1' })),
    ];
    for (const run of runs) await expect(run()).rejects.toThrow(/vault.json is of layout 2/);
    const { problems } = await archiveEvidence(client, { vault }).catch((error: unknown) => ({
      problems: [{ message: String(error) }],
    }));
    expect(problems[0]?.message).toContain('layout 2');
    expect(await all(vault.list(''))).toEqual(before);
  });
});

it('archiveRecord takes no record into a dossier', async () => {
  const { client, capture } = archiveWorld();
  const phone = '(415) 555-0123';
  capture({ fields: [{ name: 'phone', type: 'tel', value: phone }] });
  const folder = tempFolder();
  await writeDossier(client, { phone, folder });
  const run = archiveRecord(client, { vault: folderVault(folder), cdrId: capture() });
  await expect(run).rejects.toThrow(/vault: contains a dossier/);
});

it('a lost answer of the service rejects, and the same job ends well later', async () => {
  const { client, capture, mock } = archiveWorld();
  const vault = folderVault(tempFolder());
  const cdrId = capture();
  mock.addFault({ operation: 'cdrs.get', status: 503 });
  const error = await failureOf(archiveRecord(client, { vault, cdrId }));
  expect(jobOutcome(error)).toMatchObject({ kind: 'retry' });
  expect(await archiveRecord(client, { vault, cdrId })).toMatchObject({ state: 'archived' });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
});

it('by its index, a record whose line the manifest has is known without a request', async () => {
  const { client, capture, requests } = archiveWorld();
  const cdrId = capture();
  const [vault, index] = [new MemoryVault(), `${tempFolder()}/archive.index`];
  await archiveEvidence(client, { vault });
  const [files, asked] = [[...vault.files.keys()], requests().length];
  expect(await archiveRecord(client, { vault, index, cdrId })).toMatchObject({ state: 'known' });
  expect([[...vault.files.keys()], requests().length]).toEqual([files, asked]);
});
