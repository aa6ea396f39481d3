import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  folderVault,
  type Vault,
  verifyArchive,
} from '../../src/archive/index.ts';
import { seededRandom } from '../webhooks/kill/seeded-random.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { changedByte, namesChange } from './support/changed-byte.ts';
import { filesIn } from './support/files-in.ts';
import { MemoryVault } from './support/memory-vault.ts';

const whole = new MemoryVault();
beforeAll(async () => {
  const { client, captureMany } = archiveWorld();
  captureMany(3);
  const sign = { privateKey: PRIVATE_KEY, keyId: 'test' };
  await archiveEvidence(client, { vault: whole, sign });
});

const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
`;

/** Archives into a folder, where the manifest is a single file. */
async function folderOf(): Promise<string> {
  const folder = tempFolder();
  const { client, captureMany } = archiveWorld();
  captureMany(3);
  const sign = { privateKey: PRIVATE_KEY, keyId: 'test' };
  await archiveEvidence(client, { vault: folderVault(folder), sign });
  return folder;
}

const problemsIn = async (folder: string) => (await verifyArchive(folderVault(folder))).problems;

describe('verifyArchive', () => {
  it('finds nothing in an archive as it was left', async () => {
    expect(await verifyArchive(whole)).toMatchObject({ ok: true, problems: [], records: 3 });
  });

  it('names a file that is missing, one that was added, and one that was changed', async () => {
    const folder = await folderOf();
    const [first = '', second = ''] = filesIn(folder).filter((file) => file.endsWith('.png'));
    rmSync(path.join(folder, first));
    writeFileSync(path.join(folder, second), 'other');
    mkdirSync(path.join(folder, 'notes'));
    writeFileSync(path.join(folder, 'notes', 'mine.txt'), '');
    writeFileSync(path.join(folder, '.hidden'), '');
    const problems = await problemsIn(folder);
    expect(problems.map(({ kind, path: at }) => [kind, at]).sort()).toEqual([
      ['added', '.hidden'],
      ['added', 'notes/mine.txt'],
      ['changed', second],
      ['missing', first],
    ]);
    expect(problems.find(({ kind }) => kind === 'missing')?.cdrId).toMatch(/^cdr_/);
  });

  it('names what was added although a name is not UTF-8, and says of a link what it is', async () => {
    const folder = await folderOf();
    const latin1 = (name: string) => Buffer.from(path.join(folder, name), 'latin1');
    mkdirSync(latin1('g\xE9'));
    writeFileSync(latin1('n\xE9.txt'), '');
    symlinkSync(path.join(folder, 'records'), path.join(folder, 'moved'));
    for (const name of ['a', 'z']) writeFileSync(path.join(folder, name), '');
    const problems = await problemsIn(folder);
    expect(problems.map(({ kind, path: at }) => [kind, at]).sort()).toEqual(
      ['a', 'g\uFFFD', 'moved', 'n\uFFFD.txt', 'z'].map((name) => ['added', name]),
    );
    expect(problems[0]?.message).toContain('no link is followed');
  });

  it('does not name a file that is removed while it lists them', async () => {
    const folder = await folderOf();
    writeFileSync(path.join(folder, 'gone'), '');
    const fs = process.getBuiltinModule('node:fs/promises');
    const { lstat } = fs;
    fs.lstat = (async (...[at, ...rest]: Parameters<typeof lstat>) => {
      if (String(at).endsWith('gone')) rmSync(at, { force: true });
      return lstat(at, ...rest);
    }) as typeof lstat;
    const problems = await problemsIn(folder).finally(() => {
      fs.lstat = lstat;
    });
    expect(problems).toEqual([]);
  });

  it('names both of two files that were changed for each other', async () => {
    const folder = await folderOf();
    const [first = '', second = ''] = filesIn(folder).filter((file) => file.endsWith('.json'));
    const at = (name: string): string => path.join(folder, name);
    renameSync(at(first), at('swap'));
    renameSync(at(second), at(first));
    renameSync(at('swap'), at(second));
    expect((await problemsIn(folder)).map((each) => [each.kind, each.path]).sort()).toEqual([
      ['changed', first],
      ['changed', second],
    ]);
  });

  describe('of a manifest', () => {
    async function edited(edit: (lines: string[]) => string[]) {
      const folder = await folderOf();
      const manifest = path.join(folder, 'manifest.ndjson');
      const lines = readFileSync(manifest, 'utf8').trimEnd().split('\n');
      writeFileSync(manifest, `${edit(lines).join('\n')}\n`);
      return problemsIn(folder);
    }

    it('names lines that change places', async () => {
      const problems = await edited(([a = '', b = '', c = '', ...rest]) => [a, c, b, ...rest]);
      expect(problems).toMatchObject([
        { kind: 'reordered', line: 2 },
        { kind: 'reordered', line: 3 },
        { kind: 'reordered', line: 4 },
      ]);
    });

    it.each([
      ['as long as a line may be', 0, undefined],
      ['one byte longer', 1, 'changed'],
      ['of several pieces', 3_000_000, 'changed'],
    ])('continues behind a line that is %s', async (_what, over, kind) => {
      const lines = await edited(([first = '', second = '', ...rest]) => {
        const pad = ' '.repeat(1024 * 1024 + over - second.length);
        return [first, `${second.slice(0, -1)}${pad}}`, ...rest];
      });
      // Its bytes are others, so line 3 is chained to none that is there.
      expect(lines.filter(({ line }) => line === 2)).toMatchObject([
        ...(kind === undefined ? [] : [{ kind }]),
        { kind: 'removed', message: expect.stringContaining('line 2 was changed') },
      ]);
      // Only of a line that cannot be read the files are unknown.
      const files = lines.filter(({ line }) => line !== 2).map((each) => each.kind);
      expect(files).toEqual(kind === undefined ? [] : ['added', 'added']);
    });

    it('names a line that was taken out of the middle', async () => {
      const problems = await edited((lines) => lines.toSpliced(2, 1));
      expect(problems).toMatchObject([
        { kind: 'removed', path: 'manifest.ndjson', line: 2 },
        { kind: 'added' },
        { kind: 'added' },
      ]);
    });

    it('names a cut at the end', async () => {
      const problems = await edited((lines) => lines.slice(0, -1));
      expect(problems.map(({ kind, path: at }) => [kind, at]).sort()).toEqual([
        ['added', 'seals/00000001.head'],
        ['added', 'seals/00000001.sig'],
        ['head', 'manifest.head'],
        ['head', 'manifest.ndjson'],
      ]);
    });

    it.each([
      ['alone', (lines: string[]) => lines],
      ['with the last lines', (lines: string[]) => lines.slice(0, 2)],
    ])('names a head that was taken away %s', async (_what, left) => {
      const folder = await folderOf();
      const manifest = path.join(folder, 'manifest.ndjson');
      const lines = readFileSync(manifest, 'utf8').trimEnd().split('\n');
      writeFileSync(manifest, `${left(lines).join('\n')}\n`);
      rmSync(path.join(folder, 'manifest.head'));
      const heads = (await problemsIn(folder)).filter(({ kind }) => kind === 'head');
      const message =
        'it does not exist: it or the last line was changed, or lines were cut off or added';
      expect(heads).toEqual([
        { kind: 'head', path: 'manifest.head', message },
        {
          ...{ kind: 'head', path: 'manifest.ndjson', line: left(lines).length },
          message: `manifest.head: ${message}`,
        },
      ]);
    });

    it('says of a head that names another line what may have happened', async () => {
      const folder = await folderOf();
      writeFileSync(path.join(folder, 'manifest.head'), `${'a'.repeat(64)}\n`);
      const [head] = (await problemsIn(folder)).filter(({ kind }) => kind === 'head');
      expect(head?.message).toBe(
        'it does not name the last line: it or the last line was changed, or lines were cut off or added',
      );
    });

    it('names the head of a part that was taken away', async () => {
      const vault = new MemoryVault();
      for (const [name, bytes] of whole.files) vault.files.set(name, bytes);
      const head = [...vault.files.keys()]
        .filter((name) => /^segments\/.*\.head$/.test(name))
        .at(-1);
      vault.files.delete(head ?? '');
      const { problems } = await verifyArchive(vault);
      expect(problems).toContainEqual(expect.objectContaining({ kind: 'head', path: head }));
    });

    it('reads a part that says to be a later segment, and all behind it', async () => {
      const { client, captureMany } = archiveWorld();
      const vault = new MemoryVault();
      for (const domain of ['a.example', 'b.example', 'c.example']) {
        captureMany(1, domain);
        await archiveEvidence(client, { vault });
      }
      const part = 'segments/00000002.ndjson';
      const line = JSON.stringify({
        ...{ kind: 'segment', at: 1, number: 99, vaultId: 'v', lines: 0, seals: 0 },
        file: { path: 'a', bytes: 1, sha256: 'a'.repeat(64), contentType: '' },
        previous: 'b'.repeat(64),
      });
      const text = new TextDecoder().decode(vault.files.get(part));
      vault.files.set(part, new TextEncoder().encode(`${line}\n${text}`));
      const report = await verifyArchive(vault);
      expect(report).toMatchObject({ records: 3, lines: 5 });
      expect(report.problems.map(({ path: at }) => at)).toContain(part);
      captureMany(1, 'd.example');
      expect((await archiveEvidence(client, { vault })).problems).toMatchObject([
        { kind: 'manifest_changed', path: part },
        { kind: 'manifest_changed', path: part },
      ]);
      expect(await verifyArchive(vault)).toMatchObject({ records: 4 });
    });

    it('names a line that was put in twice', async () => {
      const problems = await edited(([a = '', b = '', ...rest]) => [a, b, b, ...rest]);
      expect(problems).toMatchObject([
        { kind: 'twice', line: 3 },
        { kind: 'reordered', line: 3 },
      ]);
    });

    it('names a line that was rewritten', async () => {
      const problems = await edited((lines) =>
        lines.map((line, at) =>
          at === 1 ? line.replace(/"fetchedAt":\d+/, '"fetchedAt":1') : line,
        ),
      );
      expect(problems).toMatchObject([{ kind: 'removed', path: 'manifest.ndjson', line: 2 }]);
    });

    it('that leads out of the folder reads nothing there', async () => {
      const folder = await folderOf();
      const outside = path.join(folder, '..', `${path.basename(folder)}-outside.json`);
      writeFileSync(outside, '{}');
      const manifest = path.join(folder, 'manifest.ndjson');
      const up = `../${path.basename(outside)}`;
      const text = readFileSync(manifest, 'utf8');
      writeFileSync(
        manifest,
        text.replace(/"path":"records[^"]+"/, `"path":${JSON.stringify(up)}`),
      );
      const problems = await problemsIn(folder);
      rmSync(outside);
      expect(problems.find(({ path: at }) => at === up)).toMatchObject({ kind: 'unreadable' });
    });
  });

  it('says so where there is no archive at all', async () => {
    expect(await problemsIn(path.join(tempFolder(), 'none'))).toMatchObject([{ kind: 'missing' }]);
    expect(await verifyArchive(new MemoryVault())).toMatchObject({ ok: false });
  });

  it.each([
    ['a folder', () => folderVault(tempFolder())],
    ['a vault of has, put, get and list', () => new MemoryVault()],
  ])('finds nothing wrong with an archive of nothing, in %s', async (_what, make) => {
    const vault: Vault = make();
    const world = archiveWorld();
    for (let run = 0; run < 2; run += 1) {
      expect(await archiveEvidence(world.client, { vault })).toMatchObject({ ok: true });
      expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 0, lines: 0 });
    }
    world.captureMany(1);
    await archiveEvidence(world.client, { vault });
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
  });

  it('names the file of each single byte that was changed', async () => {
    const random = seededRandom(7);
    const missed: unknown[] = [];
    for (let change = 0; change < 300; change += 1) {
      const { vault, path: at, line } = changedByte(whole, random);
      const { problems } = await verifyArchive(vault);
      if (!namesChange(problems, at, line)) missed.push({ at, line, problems });
    }
    expect(missed).toEqual([]);
  });

  it('keeps what it found where the files cannot be listed', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const vault = new MemoryVault();
    await archiveEvidence(client, { vault });
    const [path = ''] = [...vault.files.keys()].filter((each) => each.endsWith('.png'));
    vault.files.delete(path);
    const list = vault.list.bind(vault);
    vault.list = async function* (prefix) {
      if (prefix === '') throw new Error('EIO');
      yield* list(prefix);
    };
    expect(await verifyArchive(vault)).toMatchObject({
      ok: false,
      problems: [
        { kind: 'missing', path },
        { kind: 'unreadable', path: '', message: expect.stringContaining('EIO') },
      ],
    });
  });

  it('refuses what is no vault and no key', async () => {
    await expect(verifyArchive('evidence' as never)).rejects.toThrow(/vault: expected a vault/);
    const publicKeys = { a: PRIVATE_KEY };
    await expect(verifyArchive(whole, { publicKeys })).rejects.toThrow(/publicKeys\.a: expected/);
    await expect(verifyArchive(whole, { keys: {} } as never)).rejects.toThrow(/keys/);
  });

  it('ends with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(verifyArchive(whole, { signal })).rejects.toThrow('enough');
  });
});
