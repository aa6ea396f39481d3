import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  folderVault,
  verifyArchive,
  writeDossier,
} from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { bagFaults, saysBag } from './support/bag-faults.ts';
import { failingDisk } from './support/failing-disk.ts';

const PHONE = '(415) 555-0123';
const keys = generateKeyPairSync('ed25519');

/** Each kind of trouble meets every eleventh operation, each kind others; `npm run proof:disk` all. */
const STEP = process.env['HOSTILE'] === 'whole' ? 1 : 11;

/**
 * Archives a record while the disk's operation number `at` fails, and then two records in the same
 * process, on a disk that works. Returns what is wrong; `undefined` if the operation was not reached.
 */
async function trouble(at: number, code: string, after: 'once' | 'always') {
  const { client, captureMany, mock } = archiveWorld();
  const folder = path.join(tempFolder(), 'archive');
  const run = () =>
    archiveEvidence(client, {
      vault: folderVault(folder),
      clock: mock.clock,
      sign: { privateKey: keys.privateKey, keyId: 'test' },
    });
  captureMany(1);
  const disk = failingDisk(at, code, after);
  const { ok } = await run().finally(() => disk.mend());
  if (disk.failed === undefined) return undefined;
  captureMany(1, 'later.example');
  const next = await run();
  const publicKeys = { test: keys.publicKey };
  const { problems, records } = await verifyArchive(folderVault(folder), { publicKeys });
  return [
    // A leftover that cannot be removed is the next run's to remove.
    ...(ok && !/^(?:unlink|readdir|lstat) .*\.incoming/.test(disk.failed)
      ? ['was not reported']
      : []),
    ...next.problems.map(({ message }) => `the next run: ${message}`),
    ...problems.map(({ kind, path: where }) => `then ${kind}: ${where}`),
    ...(records === 2 ? [] : [`then ${records} records`]),
  ].map((each) => `${code} ${after}, ${disk.failed?.replaceAll(folder, '')}: ${each}`);
}

/**
 * Writes a dossier on a disk that is full from operation `at` on, and then the same one again.
 *
 * @param isFinished whether there is a finished dossier already, which is only to be signed.
 */
async function dossierTrouble(
  { client, mock }: ReturnType<typeof archiveWorld>,
  isFinished: boolean,
  at: number,
) {
  const folder = path.join(tempFolder(), 'dossier');
  const sign = { privateKey: keys.privateKey, keyId: 'test' };
  const options = { phone: PHONE, folder, clock: mock.clock };
  const run = () => writeDossier(client, { ...options, sign });
  if (isFinished) await writeDossier(client, options);
  const disk = failingDisk(at, 'ENOSPC', 'always');
  await run().finally(() => disk.mend());
  if (disk.failed === undefined) return undefined;
  const seeming = saysBag(folder) ? bagFaults(folder) : [];
  const next = await run().catch((error: unknown) => String(error));
  const isWhole = typeof next === 'string' ? next.includes('a finished dossier') : next.ok;
  const publicKeys = { test: keys.publicKey };
  const vault = folderVault(path.join(folder, 'data'));
  const { problems, records } = await verifyArchive(vault, { publicKeys });
  return [
    ...seeming.map((each) => `a bag although ${each}`),
    ...(isWhole ? [] : [JSON.stringify(next)]),
    ...bagFaults(folder),
    ...problems.map(({ kind, path: where }) => `then ${kind}: ${where}`),
    ...(records === 1 ? [] : [`then ${records} records`]),
  ].map((each) => `${disk.failed?.replaceAll(folder, '')}: ${each}`);
}

it.each([
  ['a dossier in a folder', false, 60],
  ['a finished dossier that is to be signed', true, 40],
] as const)(
  '%s is whole after the same call, wherever the disk was full, and no bag before',
  async (_, isFinished, least) => {
    const world = archiveWorld();
    world.capture({ fields: [{ name: 'phone', type: 'tel', value: PHONE }] });
    const found: string[] = [];
    let reached = 1;
    for (; reached < 1000; reached += STEP) {
      const each = await dossierTrouble(world, isFinished, reached);
      if (each === undefined) break;
      found.push(...each);
    }
    expect(found).toEqual([]);
    expect(reached).toBeGreaterThan(least);
  },
  60_000,
);

describe('an archive in a folder', () => {
  it.each([
    ['EIO', 'once', 2],
    ['ENOSPC', 'always', 3],
  ] as const)(
    'reports an operation of the disk that fails with %s, %s, and is whole after the next run',
    async (code, after, first) => {
      const found: string[] = [];
      let reached: number = Math.min(first, STEP);
      for (; reached < 1000; reached += STEP) {
        const each = await trouble(reached, code, after);
        if (each === undefined) break;
        found.push(...each);
      }
      expect(found).toEqual([]);
      expect(reached).toBeGreaterThan(60);
    },
    60_000,
  );

  it('is no worse on a system that cannot sync its folders', async () => {
    // Windows: a folder cannot be opened. Some network file systems: it cannot be synced.
    for (const code of ['EISDIR', 'EPERM', 'EINVAL', 'EBADF']) {
      const fs = process.getBuiltinModule('node:fs/promises');
      const { open } = fs;
      const { client, captureMany } = archiveWorld();
      captureMany(1);
      const folder = tempFolder();
      fs.open = async (at, flags, mode) => {
        const handle = await open(at, flags, mode);
        if (!(await handle.stat()).isDirectory()) return handle;
        await handle.close();
        throw Object.assign(new Error(code), { code });
      };
      const report = await archiveEvidence(client, { vault: folderVault(folder) }).finally(() => {
        fs.open = open;
      });
      expect(report).toMatchObject({ ok: true, counts: { archived: 1 } });
    }
  });
});
