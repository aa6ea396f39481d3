import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  archiveRecord,
  eraseRecord,
  exportArchive,
  findInArchive,
  folderVault,
  type Vault,
  verifyArchive,
} from '../../src/archive/index.ts';
import { all } from './support/all.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { linesIn } from './support/lines-in.ts';
import { MemoryVault } from './support/memory-vault.ts';

const ORDER = { reason: 'order 17', by: 'ann' };
const FIELDS = [{ name: 'phone', type: 'tel', value: '(415) 555-0123' }] as const;

const VAULTS: readonly (readonly [string, () => Vault])[] = [
  ['a folder', () => folderVault(tempFolder())],
  ['a vault whose files cannot grow', () => new MemoryVault()],
];

describe.each(VAULTS)('eraseRecord in %s', (_, make) => {
  it.each(['a walk', 'a job'])(
    'erases what %s archived, and nothing ever brings it back',
    async (how) => {
      const { client, capture, captureMany, mock, requests } = archiveWorld();
      const [cdrId, other] = [capture({ fields: FIELDS }), capture({ fields: FIELDS })];
      captureMany(2);
      const vault = make();
      const walk = () => archiveEvidence(client, { vault, clock: mock.clock });
      if (how === 'a job') await archiveRecord(client, { vault, cdrId });
      else await walk();
      const { erased } = await eraseRecord(vault, { cdrId, ...ORDER });
      expect(erased).toHaveLength(2);
      for (const each of erased) expect(await vault.has(each)).toBe(false);
      const found = () => all(findInArchive(vault, { phone: '(415) 555-0123' }));
      expect((await found()).map((hit) => hit.cdrId)).toEqual(how === 'a job' ? [] : [other]);
      const asked = requests().length;
      expect(await archiveRecord(client, { vault, cdrId })).toEqual({ cdrId, state: 'erased' });
      expect(requests()).toHaveLength(asked);
      expect(await walk()).toMatchObject({ ok: true, counts: { erased: 1 } });
      expect((await found()).map((hit) => hit.cdrId)).toEqual([other]);
      expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 4, erased: 1 });
      const rows = (await all(exportArchive(vault, { format: 'ndjson' }))).join('');
      expect(rows.trimEnd().split('\n')).toHaveLength(3);
      expect(rows).not.toContain(cdrId);
      const lines = (await linesIn(vault)).filter(({ kind }) => kind === 'erased');
      expect(lines).toMatchObject([
        { cdrId, ...ORDER, files: erased.map((each) => ({ path: each })) },
      ]);
      expect(await eraseRecord(vault, { cdrId, reason: 'again', by: 'bob' })).toEqual({ erased });
      expect((await linesIn(vault)).filter(({ kind }) => kind === 'erased')).toEqual(lines);
    },
  );

  it('finishes what was cut off before any step', async () => {
    const { client, capture, mock } = archiveWorld();
    for (let fails = 1; ; fails += 1) {
      const vault = make();
      const cdrId = capture();
      await archiveEvidence(client, { vault, clock: mock.clock });
      let steps = 0;
      const cut =
        <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          if ((steps += 1) >= fails) throw new Error('the power went');
          return run(...args);
        };
      const { growing } = vault;
      const failing: Vault = {
        has: (name) => vault.has(name),
        get: (name) => vault.get(name),
        list: (prefix) => vault.list(prefix),
        put: cut((name, bytes, about) => vault.put(name, bytes, about)),
        remove: cut(async (name) => vault.remove?.(name)),
        ...(growing && {
          growing: {
            read: (name, at, length) => growing.read(name, at, length),
            append: cut((name, bytes, at) => growing.append(name, bytes, at)),
            replace: cut((name, bytes) => growing.replace(name, bytes)),
          },
          lock: async (what) => vault.lock?.(what),
          indexFile: vault.indexFile ?? '',
        }),
      };
      const first = await eraseRecord(failing, { cdrId, ...ORDER }).catch(String);
      if (typeof first !== 'string') {
        expect(fails).toBeGreaterThan(4);
        return;
      }
      expect(first).toContain('the power went');
      const { erased } = await eraseRecord(vault, { cdrId, ...ORDER });
      for (const each of erased) expect(await vault.has(each)).toBe(false);
      expect(await archiveEvidence(client, { vault, clock: mock.clock })).toMatchObject({
        ok: true,
      });
      expect(await verifyArchive(vault)).toMatchObject({ ok: true, erased: 1, problems: [] });
    }
  });

  it('refuses what is on hold, not there, or no reason, and changes nothing', async () => {
    const { client, capture } = archiveWorld();
    const vault = make();
    const cdrId = capture();
    const none = eraseRecord(vault, { cdrId, ...ORDER });
    await expect(none).rejects.toThrow(/vault: there is no manifest/);
    expect(await all(vault.list(''))).toEqual([]);
    await archiveEvidence(client, { vault });
    const before = await all(vault.list(''));
    const refusals = [
      [{ hold: ['x', cdrId] }, /hold: has .*never erased/],
      [{ cdrId: 'cdr_other' }, /cdrId: expected a record of the vault/],
      [{ reason: '' }, /reason: /],
      [{ by: '' }, /by: /],
      [{ cdrId: '..' }, /cdrId: /],
    ] as const;
    for (const [given, message] of refusals) {
      await expect(eraseRecord(vault, { cdrId, ...ORDER, ...given })).rejects.toThrow(message);
    }
    const { has, put, get, list } = vault;
    const kept = { has, put, get, list };
    const bound = Object.fromEntries(
      Object.entries(kept).map(([name, run]) => [name, (run as () => unknown).bind(vault)]),
    ) as unknown as Vault;
    await expect(eraseRecord(bound, { cdrId, ...ORDER })).rejects.toThrow(
      /vault: expected a vault with remove/,
    );
    expect(await all(vault.list(''))).toEqual(before);
  });
});

describe('verifyArchive', () => {
  async function erasedOne() {
    const { client, capture, captureMany } = archiveWorld();
    const cdrId = capture();
    captureMany(1);
    const folder = tempFolder();
    const vault = folderVault(folder);
    await archiveEvidence(client, { vault });
    const copy = tempFolder();
    cpSync(folder, copy, { recursive: true });
    const { erased } = await eraseRecord(vault, { cdrId, ...ORDER });
    return { cdrId, folder, vault, copy, erased };
  }

  it('names a file that was erased and is there again, and the same call removes it', async () => {
    const { cdrId, folder, vault, copy, erased } = await erasedOne();
    const [json = ''] = erased;
    cpSync(path.join(copy, json), path.join(folder, json));
    expect((await verifyArchive(vault)).problems).toMatchObject([
      { kind: 'erasure', path: json, cdrId },
    ]);
    await eraseRecord(vault, { cdrId, ...ORDER });
    expect(existsSync(path.join(folder, json))).toBe(false);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
  });

  it.each([
    [
      'of a record that no line lists',
      (line: string) => line.replace(/"cdrId":"[^"]*"/, '"cdrId":"cdr_x"'),
    ],
    ['with another file', (line: string) => line.replace(/records\/s/, 'records/t')],
    ['with another reason', (line: string) => line.replace('order 17', 'order 18')],
  ])('names a forged erasure %s', async (_what, forge) => {
    const { folder, vault } = await erasedOne();
    const at = path.join(folder, 'manifest.ndjson');
    const lines = readFileSync(at, 'utf8').trimEnd().split('\n');
    const forged = forge(lines.at(-1) ?? '');
    expect(forged).not.toBe(lines.at(-1));
    writeFileSync(at, `${lines.with(-1, forged).join('\n')}\n`);
    const { ok, problems } = await verifyArchive(vault);
    expect(ok).toBe(false);
    expect(problems).toContainEqual(
      expect.objectContaining({ path: 'manifest.ndjson', line: lines.length }),
    );
  });

  it('calls files missing that were deleted without an erasure', async () => {
    const { cdrId, vault, copy } = await erasedOne();
    const deleted = folderVault(copy);
    const [hit] = await all(findInArchive(deleted, { cdrId }));
    await deleted.remove(hit?.record.path ?? '');
    expect((await verifyArchive(deleted)).problems).toMatchObject([{ kind: 'missing', cdrId }]);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
  });
});
