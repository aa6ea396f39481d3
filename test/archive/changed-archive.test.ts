import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  exportArchive,
  folderVault,
  type RecordLine,
  verifyArchive,
  writeDossier,
} from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { recordsIn } from './support/lines-in.ts';

const PHONE = '(415) 555-0123';
const fields = [{ name: 'phone', type: 'tel', value: PHONE }];

/** An archive of five records, which its account can no longer read from the service. */
async function archiveOfFive() {
  const world = archiveWorld();
  for (let at = 0; at < 5; at += 1) world.capture({ fields });
  const folder = tempFolder();
  const vault = folderVault(folder);
  await archiveEvidence(world.client, { vault });
  const client = world.clientOf({}, world.mock.addOrganization({ name: 'Acme Solar' }));
  const at = path.join(folder, 'manifest.ndjson');
  return { client, folder, vault, at, lines: readFileSync(at, 'utf8').trimEnd().split('\n') };
}

/** Changes a record and the line that lists it, but not the lines after it. */
function forgedRecord(folder: string, text: string): string {
  const line = JSON.parse(text) as { record: RecordLine['record'] };
  const forged = Buffer.from(readFileSync(path.join(folder, line.record.path), 'utf8').trimEnd());
  writeFileSync(path.join(folder, line.record.path), forged);
  const sha256 = createHash('sha256').update(forged).digest('hex');
  return JSON.stringify({ ...line, record: { ...line.record, bytes: forged.byteLength, sha256 } });
}

type Change = (lines: readonly string[], folder: string) => readonly string[] | undefined;

const changes: readonly [string, Change][] = [
  ['has a line of noise', (lines) => lines.with(3, `!${lines[3]?.slice(1)}`)],
  ['has lost a line', (lines) => lines.toSpliced(3, 1)],
  ['has lost its end', (lines) => lines.slice(0, 4)],
  ['has a line twice', (lines) => lines.toSpliced(3, 0, lines[3] ?? '')],
  ['has two lines in each other’s place', ([a = '', b = '', ...rest]) => [b, a, ...rest]],
  [
    'has a record that was changed together with its line',
    (lines, folder) => lines.with(3, forgedRecord(folder, lines[3] ?? '')),
  ],
  ['has lost its manifest', () => undefined],
];

describe.each(changes)('an archive that %s', (_what, change) => {
  async function changed() {
    const archive = await archiveOfFive();
    const lines = change(archive.lines, archive.folder);
    if (lines === undefined) {
      rmSync(archive.at);
      rmSync(path.join(archive.folder, 'manifest.head'));
    } else writeFileSync(archive.at, `${lines.join('\n')}\n`);
    expect(await verifyArchive(archive.vault)).toMatchObject({ ok: false });
    return archive;
  }

  it('gives no table that looks whole', async () => {
    const { vault } = await changed();
    const run = async () => {
      for await (const _ of exportArchive(vault, { format: 'ndjson' }));
    };
    await expect(run()).rejects.toThrow(/^manifest\./);
  });

  it('gives no dossier that looks whole', async () => {
    const { client, vault } = await changed();
    const folder = path.join(tempFolder(), 'case');
    const { ok, problems } = await writeDossier(client, { phone: PHONE, folder, archive: vault });
    expect(ok).toBe(false);
    expect(problems).toContainEqual(
      expect.objectContaining({
        kind: expect.stringMatching(/^(?:manifest_(?:cut|changed)|vault)$/),
        message: expect.stringMatching(/^in the archive, (?:manifest\.|there is no manifest)/),
      }),
    );
    const page = readFileSync(path.join(folder, 'data/dossier.html'), 'utf8');
    for (const { message } of problems) expect(page).toContain(message);
  });
});

it('an archive as it was left gives a dossier and a table without a problem', async () => {
  const { client, vault } = await archiveOfFive();
  const folder = path.join(tempFolder(), 'case');
  const report = await writeDossier(client, { phone: PHONE, folder, archive: vault });
  expect(report).toMatchObject({ ok: true, records: 5, problems: [] });
});

it('an archive whose loss a run has noted gives a table, and a dossier that says so', async () => {
  const { client, vault, at, lines } = await archiveOfFive();
  writeFileSync(at, `${lines.slice(0, 4).join('\n')}\n`);
  expect((await archiveEvidence(client, { vault })).problems).toMatchObject([
    { kind: 'manifest_cut' },
  ]);
  let rows = 0;
  for await (const _ of exportArchive(vault, { format: 'ndjson' })) rows += 1;
  expect(rows).toBe(3);
  const folder = path.join(tempFolder(), 'case');
  const report = await writeDossier(client, { phone: PHONE, folder, archive: vault });
  const message = expect.stringMatching(/^in the archive, manifest.ndjson: line 5: a run found/);
  expect(report).toMatchObject({ ok: false, records: 3 });
  expect(report.problems).toMatchObject([{ kind: 'manifest_cut', message }]);
});

it('keeps the proof that lines were cut off until a run has noted it', async () => {
  const { client, folder, vault, at, lines } = await archiveOfFive();
  const head = path.join(folder, 'manifest.head');
  const proof = readFileSync(head, 'utf8');
  writeFileSync(at, `${lines.slice(0, 4).join('\n')}\n{"half`);
  const append: typeof vault.growing.append = async (name, bytes, from) => {
    if (bytes.byteLength > 0) throw new Error('the disk is full');
    return vault.growing.append(name, bytes, from);
  };
  const full = Object.assign(folderVault(folder), { growing: { ...vault.growing, append } });
  expect(await archiveEvidence(client, { vault: full })).toMatchObject({ ok: false });
  expect(readFileSync(head, 'utf8')).toBe(proof);
  expect((await archiveEvidence(client, { vault })).problems).toMatchObject([
    { kind: 'manifest_cut' },
  ]);
});

it('a run that finds records but no manifest says so, and notes it', async () => {
  const world = archiveWorld();
  world.captureMany(2);
  const folder = tempFolder();
  const vault = folderVault(folder);
  await archiveEvidence(world.client, { vault });
  for (const name of ['manifest.ndjson', 'manifest.head']) rmSync(path.join(folder, name));
  const report = await archiveEvidence(world.client, { vault });
  expect(report.problems).toMatchObject([{ kind: 'manifest_cut', path: 'manifest.ndjson' }]);
  expect(await recordsIn(vault)).toHaveLength(2);
  expect((await verifyArchive(vault)).problems).toMatchObject([{ kind: 'cut', line: 1 }]);
  expect(await archiveEvidence(world.client, { vault })).toMatchObject({ ok: true });
});

it('stays an archive where a record was deleted by hand, as a law may require', async () => {
  const world = archiveWorld();
  for (let at = 0; at < 3; at += 1) world.capture({ fields });
  const folder = tempFolder();
  const vault = folderVault(folder);
  await archiveEvidence(world.client, { vault });
  const [line] = await recordsIn(vault);
  const deleted = [line?.record.path ?? '', line?.image?.path ?? ''];
  for (const each of deleted) rmSync(path.join(folder, each));
  world.capture({ fields });
  const next = await archiveEvidence(world.client, { vault });
  expect(next).toMatchObject({ ok: true, counts: { archived: 1, known: 3 } });
  const { problems } = await verifyArchive(vault);
  // Files are compared several at once, so their problems come in any order.
  expect(problems.map(({ kind, path: at }) => [kind, at]).sort()).toEqual(
    deleted.map((each) => ['missing', each]).sort(),
  );
  const run = async () => {
    for await (const _ of exportArchive(vault, { format: 'csv' }));
  };
  await expect(run()).rejects.toThrow(`${line?.record.path} is missing`);
  for (const text of [PHONE, '4155550123', '+14155550123']) {
    expect(readFileSync(path.join(folder, 'manifest.ndjson'), 'utf8')).not.toContain(text);
  }
});
