import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  archiveRecord,
  type FindInArchiveOptions,
  findInArchive,
  folderVault,
  verifyArchive,
} from '../../src/archive/index.ts';
import { all } from './support/all.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { MemoryVault } from './support/memory-vault.ts';

const phone = (value: string) => [{ name: 'phone', type: 'tel', value }] as const;
const JANUARY = Date.parse('2026-01-01T00:00:00Z');
const DECEMBER = Date.parse('2025-12-31T23:59:59.999Z');

/** Four records, each found by other criteria. */
function captured() {
  const world = archiveWorld();
  const ids = [
    world.capture({
      ...{ fields: phone('(415) 555-0123'), createdAt: JANUARY },
      customMetadata: { campaign: 'solar', tags: ['a', 'b'], lead_phone: '+1 212 555 0100' },
    }),
    world.capture({ fields: phone('415.555.0123'), createdAt: DECEMBER }),
    world.capture({
      ...{ pageUrl: 'https://www.other.example/', createdAt: JANUARY },
      customMetadata: { campaign: 'tiles', number: 17, lead_phone: '415-555-0123' },
    }),
    world.capture({ customMetadata: { campaign: 'solar ' }, createdAt: JANUARY }),
  ] as const;
  return { ...world, ids };
}

const CASES: readonly (readonly [FindInArchiveOptions, readonly number[]])[] = [
  [{ phone: '(415) 555-0123' }, [0, 1]],
  [{ phone: '4155550123', keys: ['lead_phone'] }, [0, 1, 2]],
  [{ phone: '212 555 0100' }, []],
  [{ phone: '212 555 0100', keys: ['lead_phone', 'other'] }, [0]],
  [{ phone: '(415) 555-0123', month: '2026-01' }, [0]],
  [{ month: '2025-12' }, [1]],
  [{ month: '2024-12' }, []],
  [{ domainId: 'other.example' }, [2]],
  [{ domainId: 'nowhere.example' }, []],
  [{ metadata: { campaign: 'solar' } }, [0]],
  [{ metadata: { campaign: 'tiles', number: '17' } }, [2]],
  [{ metadata: { campaign: 'tiles', tags: 'a' } }, []],
  [{ metadata: { tags: 'b' } }, [0]],
  [{ metadata: { toString: 'b' } }, []],
];

describe.each(['a folder', 'a vault whose files cannot grow'])('findInArchive in %s', (kind) => {
  const made = () => (kind === 'a folder' ? folderVault(tempFolder()) : new MemoryVault());

  it.each(['a walk', 'jobs', 'a walk whose index is gone'])(
    'finds what %s archived',
    async (how) => {
      const { client, ids, mock } = captured();
      const vault = made();
      if (how === 'jobs') for (const cdrId of ids) await archiveRecord(client, { vault, cdrId });
      else await archiveEvidence(client, { vault, clock: mock.clock });
      const { indexFile } = vault as Partial<ReturnType<typeof folderVault>>;
      if (how.endsWith('gone') && indexFile !== undefined) rmSync(indexFile);
      for (const [options, found] of CASES) {
        const hits = await all(findInArchive(vault, options));
        const wanted = found.map((at) => ids[at]).sort();
        expect([options, hits.map(({ cdrId }) => cdrId).sort()]).toEqual([options, wanted]);
      }
      for (const cdrId of ids) {
        const [hit] = await all(findInArchive(vault, { cdrId }));
        expect(hit).toMatchObject({ cdrId, record: { path: expect.stringContaining(cdrId) } });
      }
    },
  );
});

it('says how many records it reads into the index, once', async () => {
  const { client, ids } = captured();
  const folder = tempFolder();
  await archiveEvidence(client, { vault: folderVault(folder) });
  const index = path.join(tempFolder(), 'other.index');
  const told: unknown[] = [];
  const find = () =>
    all(
      findInArchive(folderVault(folder), {
        ...{ phone: '(415) 555-0123', index },
        onProgress: (each) => void told.push(each),
      }),
    );
  expect(await find()).toHaveLength(2);
  expect(told).toEqual([
    { read: 0, toRead: ids.length },
    { read: ids.length, toRead: ids.length },
  ]);
  expect(await find()).toHaveLength(2);
  expect(told).toHaveLength(2);
});

it.skipIf(process.platform === 'win32')(
  'keeps no number and no value in the index, which is its owner’s alone',
  async () => {
    const { client } = captured();
    const vault = folderVault(tempFolder());
    await archiveEvidence(client, { vault });
    const text = readFileSync(vault.indexFile, 'latin1');
    for (const value of ['4155550123', '555-0123', 'solar', 'tiles', 'campaign']) {
      expect(text).not.toContain(value);
    }
    expect(statSync(vault.indexFile).mode & 0o777).toBe(0o600);
  },
);

it('tells of a record that was changed, or ends with it', async () => {
  const { client, ids } = captured();
  const folder = tempFolder();
  const vault = folderVault(folder);
  await archiveEvidence(client, { vault });
  const [hit] = await all(findInArchive(vault, { cdrId: ids[0] }));
  writeFileSync(path.join(folder, hit?.record.path ?? ''), '{}');
  const options = { phone: '(415) 555-0123' };
  await expect(all(findInArchive(vault, options))).rejects.toThrow(/was changed|is longer|missing/);
  const problems: unknown[] = [];
  const found = findInArchive(vault, { ...options, onProblem: (each) => void problems.push(each) });
  expect((await all(found)).map(({ cdrId }) => cdrId)).toEqual([ids[1]]);
  expect(problems).toMatchObject([{ kind: 'vault', cdrId: ids[0] }]);
});

describe('refuses, and writes nothing', () => {
  it.each([
    [{}, /phone: expected at least one of/],
    [{ month: '2026-13' }, /month: expected a month/],
    [{ month: '26-01' }, /month: expected a month/],
    [{ phone: '555-0123' }, /phone: expected a North American number/],
    [{ phone: '+44 20 7946 0958' }, /phone: expected a North American number/],
    [{ cdrId: 'a/b' }, /cdrId: /],
    [{ metadata: {} }, /metadata: expected/],
    [{ metadata: { a: 1 } as never }, /metadata: expected/],
    [{ keys: ['a'], month: '2026-01' }, /keys: expected the option phone/],
  ] as const)('%j', async (options, message) => {
    expect(() => findInArchive(folderVault(tempFolder()), options)).toThrow(message);
  });

  it('a folder that is no archive, an index of another one, and a file that is no index', async () => {
    const { client } = captured();
    const none = folderVault(tempFolder());
    const find = (vault: typeof none, index?: string) =>
      all(findInArchive(vault, { month: '2026-01', index }));
    await expect(find(none)).rejects.toThrow(/vault: there is no manifest/);
    expect(existsSync(none.indexFile)).toBe(false);
    const [one, two] = [folderVault(tempFolder()), folderVault(tempFolder())];
    for (const vault of [one, two]) await archiveEvidence(client, { vault });
    await expect(find(one, two.indexFile)).rejects.toThrow(/index: .*the index of another vault/);
    const other = path.join(tempFolder(), 'notes.txt');
    writeFileSync(other, 'These are my notes, and no index of anything at all.'.repeat(40));
    await expect(find(one, other)).rejects.toThrow(/index: .*name another file, or delete it/);
    const ledger = path.join(tempFolder(), 'other.db');
    const { DatabaseSync } = await import('node:sqlite');
    new DatabaseSync(ledger).exec('CREATE TABLE leads (id TEXT)');
    await expect(find(one, ledger)).rejects.toThrow(/index: .*a database of something else/);
    await expect(find(one, path.join(tempFolder(), 'no', 'x'))).rejects.toThrow(/index: /);
    expect(await find(one)).toHaveLength(3);
  });
});

it('an index that does not fit is made again: the folder was put back to an older state', async () => {
  const { client, capture, mock } = captured();
  const folder = tempFolder();
  const vault = folderVault(folder);
  const run = () => archiveEvidence(client, { vault, clock: mock.clock });
  await run();
  const at = (name: string) => path.join(folder, name);
  const [manifest, head] = ['manifest.ndjson', 'manifest.head'].map((name) =>
    readFileSync(at(name)),
  );
  const later = capture({ fields: phone('(415) 555-0123') });
  await run();
  writeFileSync(at('manifest.ndjson'), manifest ?? '');
  writeFileSync(at('manifest.head'), head ?? '');
  expect(await all(findInArchive(vault, { cdrId: later }))).toEqual([]);
  expect(await all(findInArchive(vault, { phone: '(415) 555-0123' }))).toHaveLength(2);
  expect(await run()).toMatchObject({ ok: true, counts: { archived: 1, known: 4 } });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 5 });
});

describe('what a search tells', () => {
  const archived = async () => {
    const world = captured();
    const folder = tempFolder();
    const vault = folderVault(folder);
    await archiveEvidence(world.client, { vault });
    return { ...world, vault, folder };
  };

  it.each([
    [{ phone: '4155550123', keys: ['lead_phone'] }, ['phones', 'phones', 'lead_phone']],
    [{ phone: '212 555 0100', keys: ['other', 'lead_phone'] }, ['lead_phone']],
    [{ month: '2025-12' }, [undefined]],
    [{ metadata: { campaign: 'solar' } }, [undefined]],
  ])('with %j: the key that holds the number', async (options, keys) => {
    const { vault } = await archived();
    const hits = await all(findInArchive(vault, options));
    expect(hits.map(({ key }) => key).sort()).toEqual([...keys].sort());
    for (const hit of hits) expect(Object.hasOwn(hit, 'key')).toBe(hit.key !== undefined);
  });

  it('how far it is with records that are new to the index, only where it looks into them', async () => {
    const { vault } = await archived();
    const progressOf = async (options: FindInArchiveOptions) => {
      rmSync(vault.indexFile ?? '');
      const told: unknown[] = [];
      await all(findInArchive(vault, { ...options, onProgress: (each) => void told.push(each) }));
      return told;
    };
    expect(await progressOf({ month: '2026-01' })).toEqual([]);
    const read = [0, 4].map((count) => ({ read: count, toRead: 4 }));
    expect(await progressOf({ phone: '4155550123' })).toEqual(read);
    expect(await progressOf({ metadata: { campaign: 'solar' } })).toEqual(read);
  });

  it('that the manifest is not as it was left, and finds what is there', async () => {
    const { vault, folder } = await archived();
    rmSync(vault.indexFile ?? '');
    writeFileSync(path.join(folder, 'manifest.head'), `${'a'.repeat(64)}\n`);
    const problems: unknown[] = [];
    const options = { month: '2025-12', onProblem: (each: unknown) => void problems.push(each) };
    expect(await all(findInArchive(vault, options))).toHaveLength(1);
    expect(problems).toMatchObject([{ kind: 'manifest_cut' }]);
    rmSync(vault.indexFile ?? '');
    await expect(all(findInArchive(vault, { month: '2025-12' }))).rejects.toThrow(/manifest/);
  });
});
