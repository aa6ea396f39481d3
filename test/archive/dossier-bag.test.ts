import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  archiveEvidence,
  folderVault,
  verifyArchive,
  type WriteDossierOptions,
  writeDossier,
} from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { bagFaults, bagList, saysBag } from './support/bag-faults.ts';
import { filesIn } from './support/files-in.ts';

const PHONE = '(415) 555-0123';
const FIELDS = [
  { name: 'first_name', autocomplete: 'given-name', value: 'Dana' },
  { name: 'phone', type: 'tel', value: PHONE },
];
const sign = { privateKey: generateKeyPairSync('ed25519').privateKey, keyId: 'test' };

function world() {
  const { client, capture, mock } = archiveWorld();
  const cdrId = capture({ fields: FIELDS });
  const folder = path.join(tempFolder(), 'case');
  const run = (options: Partial<WriteDossierOptions> = {}) =>
    writeDossier(client, { phone: PHONE, folder, clock: mock.clock, ...options });
  return { client, capture, mock, cdrId, folder, run };
}

it('a dossier is a complete bag, whose payload is the evidence', async () => {
  const { run, folder } = world();
  expect(await run()).toMatchObject({
    ...{ ok: true, page: 'data/dossier.html', declaration: 'declaration.html' },
  });
  expect(bagFaults(folder)).toEqual([]);
  const listed = [...bagList(folder, 'manifest-sha256.txt').keys()];
  expect(listed).toEqual(filesIn(path.join(folder, 'data')).map((name) => `data/${name}`));
  expect([...bagList(folder, 'tagmanifest-sha256.txt').keys()]).toEqual([
    ...['bag-info.txt', 'bagit.txt', 'declaration.html', 'manifest-sha256.txt'],
  ]);
  expect(await verifyArchive(folderVault(path.join(folder, 'data')))).toMatchObject({ ok: true });
});

it('a bag names its day and the note of the case, and no data of a person', async () => {
  const { run, folder, mock } = world();
  await mock.clock.advance(86_400_000);
  await run({ note: ' 25-cv-0147\nBagging-Date: 1999-01-01\u202e ' });
  const info = readFileSync(path.join(folder, 'bag-info.txt'), 'utf8');
  expect(info).toBe(
    [
      'Bag-Software-Agent: consent-evidence/0.0.0-test',
      'Bagging-Date: 2026-01-06',
      'External-Description: 25-cv-0147 Bagging-Date: 1999-01-01⟨U+202E⟩',
      /^Payload-Oxum: .*$/m.exec(info)?.[0],
      '',
    ].join('\n'),
  );
});

it.each([
  ['%', '%25'],
  ['\n', '%0A'],
  ['\r', '%0D'],
  ['\r\n', '%0D%0A'],
  ['%41%0A', '%2541%250A'],
  ['é "\'$( )\t', 'é "\'$( )\t'],
])('a path with %j is listed as %j, as RFC 8493 has it', async (odd, written) => {
  const { run, folder } = world();
  mkdirSync(path.join(folder, 'data'), { recursive: true });
  writeFileSync(path.join(folder, 'data', `left${odd}over`), 'of another program');
  await run();
  const text = readFileSync(path.join(folder, 'manifest-sha256.txt'), 'utf8');
  expect(text).toContain(`  data/left${written}over\n`);
  expect(bagFaults(folder)).toEqual([]);
});

it('a dossier whose seal failed is no bag until the same call has sealed it', async () => {
  const { run, folder } = world();
  const timestamp = () => Promise.reject(new Error('no authority'));
  const first = await run({ timestamp });
  expect(first).toMatchObject({ ok: false, page: 'data/dossier.html' });
  expect(first.declaration).toBeUndefined();
  expect(saysBag(folder)).toBe(false);
  const token = (sha256: string) => Buffer.from(`300102${sha256}`, 'hex');
  expect(await run({ timestamp: token })).toMatchObject({ ok: true });
  expect(bagFaults(folder)).toEqual([]);
});

it('a finished dossier that is sealed later is a complete bag once more', async () => {
  const { run, folder, mock } = world();
  await run();
  await mock.clock.advance(86_400_000);
  expect(await run({ sign })).toMatchObject({ ok: true, declaration: 'declaration.html' });
  expect(bagFaults(folder)).toEqual([]);
  expect(filesIn(path.join(folder, 'data'))).toContain('seals/00000001.sig');
  await expect(run({ sign })).rejects.toThrow('a finished dossier');
});

it('evidence that was changed before the bag was made does not get a new digest', async () => {
  const { run, folder, cdrId } = world();
  await run({ timestamp: () => Promise.reject(new Error('no authority')) });
  const name = filesIn(folder).find((each) => each.endsWith(`${cdrId}.json`)) ?? '';
  const file = path.join(folder, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace('Dana', 'Dina'));
  await run();
  expect(bagFaults(folder)).toEqual([`${name} was changed`]);
});

it('the folder of a dossier takes no archive, and that of an archive no dossier', async () => {
  const { run, folder, client } = world();
  await run();
  const before = filesIn(folder);
  const archived = archiveEvidence(client, { vault: folderVault(folder) });
  await expect(archived).rejects.toThrow('vault: contains a dossier');
  expect(filesIn(folder)).toEqual(before);
  const archive = tempFolder();
  await archiveEvidence(client, { vault: folderVault(archive) });
  await expect(run({ folder: archive })).rejects.toThrow('folder: contains an archive');
  expect(existsSync(path.join(archive, 'data'))).toBe(false);
});
