import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  archiveRecord,
  exportArchive,
  findInArchive,
  folderVault,
  verifyArchive,
} from '../../src/archive/index.ts';
import { all } from './support/all.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { linesIn } from './support/lines-in.ts';
import { MemoryVault } from './support/memory-vault.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const FULL = 10_000;

/** Fills the open segment up with lines of a few bytes, chained as a run would. */
function fill(folder: string): void {
  const manifest = path.join(folder, 'manifest.ndjson');
  const lines = readFileSync(manifest, 'utf8').trimEnd().split('\n');
  let previous = sha256(lines.at(-1) ?? '');
  while (lines.length < FULL) {
    const line = JSON.stringify({
      kind: 'account',
      organizationName: 'Acme Solar',
      at: 1,
      previous,
    });
    lines.push(line);
    previous = sha256(line);
  }
  writeFileSync(manifest, `${lines.join('\n')}\n`);
  writeFileSync(path.join(folder, 'manifest.head'), `${previous}\n`);
}

/** An archive whose open segment is full, with one record. */
async function fullArchive(world = archiveWorld()) {
  const folder = tempFolder();
  const vault = folderVault(folder);
  world.capture();
  const run = () => archiveEvidence(world.client, { vault, clock: world.mock.clock });
  expect(await run()).toMatchObject({ ok: true });
  fill(folder);
  const at = (name: string) => path.join(folder, name);
  return { ...world, folder, vault, run, at };
}

/** An archive of two closed segments and an open one, with a record in each. */
async function segmented() {
  const archive = await fullArchive();
  archive.capture();
  expect(await archive.run()).toMatchObject({ ok: true, counts: { archived: 1, known: 1 } });
  fillSecond(archive.folder);
  archive.capture();
  expect(await archive.run()).toMatchObject({ ok: true, counts: { archived: 1, known: 2 } });
  return archive;
}

const fillSecond = fill;

describe('a full segment', () => {
  it('is closed before the next line, and never written again', async () => {
    const { vault, folder, at } = await segmented();
    expect(readdirSync(at('segments'))).toEqual(['00000001.ndjson', '00000002.ndjson']);
    const lines = await linesIn(vault);
    expect(lines).toHaveLength(2 * FULL + 2);
    const [second] = readFileSync(at('segments/00000002.ndjson'), 'utf8').split('\n', 1);
    const first = readFileSync(at('segments/00000001.ndjson'), 'utf8');
    const { vaultId } = JSON.parse(readFileSync(at('vault.json'), 'utf8')) as { vaultId: string };
    expect(JSON.parse(second ?? '')).toMatchObject({
      ...{ kind: 'segment', number: 2, vaultId, lines: FULL, seals: 0 },
      file: { path: 'segments/00000001.ndjson', bytes: first.length, sha256: sha256(first) },
      ...{
        organizationName: 'Acme Solar',
        previous: sha256(first.trimEnd().split('\n').at(-1) ?? ''),
      },
    });
    expect(await verifyArchive(vault)).toMatchObject({
      ...{ ok: true, records: 3, lines: 2 * FULL + 2 },
    });
    expect(await all(exportArchive(vault, { format: 'ndjson' }))).toHaveLength(3);
    rmSync(`${folder}.index`);
    expect(await all(findInArchive(vault, { domainId: 'sunroof.example' }))).toHaveLength(3);
  });

  it('is closed by archiveRecord too', async () => {
    const { client, vault, capture, at } = await fullArchive();
    expect(await archiveRecord(client, { vault, cdrId: capture() })).toMatchObject({
      state: 'archived',
    });
    expect(readdirSync(at('segments'))).toEqual(['00000001.ndjson']);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 });
  });

  it.each(['the copy was made', 'the next segment was begun'])(
    'is closed once where the process was killed after %s',
    async (when) => {
      const { capture, run, vault, at } = await fullArchive();
      const full = readFileSync(at('manifest.ndjson'));
      const head = readFileSync(at('manifest.head'));
      const before = archiveOf(await run());
      capture();
      expect(await run()).toMatchObject({ ok: true });
      if (when === 'the copy was made') writeFileSync(at('manifest.ndjson'), full);
      else {
        const [first] = readFileSync(at('manifest.ndjson'), 'utf8').split('\n', 1);
        writeFileSync(at('manifest.ndjson'), `${first}\n`);
      }
      writeFileSync(at('manifest.head'), head);
      expect(await run()).toMatchObject({ ok: true, counts: { archived: 1, known: before } });
      expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 });
    },
  );
});

const archiveOf = ({ counts }: { readonly counts: { readonly known: number } }): number =>
  counts.known;

describe('verifyArchive names a segment', () => {
  const changes: Readonly<Record<string, (at: (name: string) => string) => void | Promise<void>>> =
    {
      'that is lost': (at) => rmSync(at('segments/00000001.ndjson')),
      'that has lost its end': (at) => truncateSync(at('segments/00000001.ndjson'), 1_000_000),
      'that is replaced by another one': (at) =>
        cpSync(at('segments/00000002.ndjson'), at('segments/00000001.ndjson')),
      'that is of another vault': async (at) => {
        const other = await fullArchive();
        other.capture();
        await other.run();
        cpSync(other.at('segments/00000001.ndjson'), at('segments/00000001.ndjson'));
      },
      'with another byte': (at) => {
        const text = readFileSync(at('segments/00000001.ndjson'), 'utf8');
        writeFileSync(at('segments/00000001.ndjson'), text.replace('"at":1', '"at":2'));
      },
    };
  it.each(Object.entries(changes))(
    '%s',
    async (_what, change) => {
      const { vault, at } = await segmented();
      await change(at);
      const { ok, problems } = await verifyArchive(vault);
      expect(ok).toBe(false);
      expect(problems.map((each) => each.path)).toContain('segments/00000001.ndjson');
    },
    30_000,
  );

  it('that is signed with another key', async () => {
    const { client, capture, vault, run } = await fullArchive();
    const own = generateKeyPairSync('ed25519');
    const other = generateKeyPairSync('ed25519');
    capture();
    const sign = { privateKey: other.privateKey, keyId: 'ours' };
    expect(await archiveEvidence(client, { vault, sign })).toMatchObject({ ok: true });
    expect(await run()).toMatchObject({ ok: true });
    const { problems } = await verifyArchive(vault, { publicKeys: { ours: own.publicKey } });
    expect(problems).toMatchObject([{ kind: 'seal', path: 'seals/00000001.sig' }]);
  });
});

describe('a vault whose files cannot grow', () => {
  it('gets a part for many records, a part for each run, and reads what is new alone', async () => {
    const { client, captureMany, mock } = archiveWorld();
    captureMany(120);
    const vault = new MemoryVault();
    const index = path.join(tempFolder(), 'index');
    const run = () => archiveEvidence(client, { vault, index, clock: mock.clock });
    expect(await run()).toMatchObject({ ok: true, counts: { archived: 120 } });
    const segments = () => [...vault.files.keys()].filter((name) => name.startsWith('segments/'));
    expect(segments()).toHaveLength(3); // the beginning, and a part with its head
    const read: string[] = [];
    const { get } = vault;
    vault.get = async (name) => {
      read.push(name);
      return get.call(vault, name);
    };
    expect(await run()).toMatchObject({ ok: true, counts: { known: 120 } });
    expect(read).not.toContain('segments/00000001.ndjson');
    captureMany(1, 'later.example');
    expect(await run()).toMatchObject({ ok: true, counts: { archived: 1 } });
    expect(segments()).toHaveLength(5);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 121 });
  });
});
