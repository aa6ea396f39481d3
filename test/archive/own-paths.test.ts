import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  exportArchive,
  folderVault,
  verifyArchive,
} from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { recordsIn } from './support/lines-in.ts';

const TARGETS = ['a file', 'a folder', 'nothing'] as const;
/** A name of our own form. */
const FOREIGN = '00000000-0000-4000-8000-000000000000';
const LINES = `${'{"not":"ours"}\n'.repeat(3)}half a line`;

/** Returns every file of a folder with its text. */
function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => lstatSync(path.join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

/** An archive, and a place outside with what a link can lead to. */
async function archived() {
  const world = archiveWorld();
  world.capture();
  const base = tempFolder();
  const folder = path.join(base, 'vault');
  const outside = path.join(base, 'outside');
  mkdirSync(path.join(outside, 'folder'), { recursive: true });
  writeFileSync(path.join(outside, 'file'), LINES);
  for (const name of [FOREIGN, 'mine.txt']) writeFileSync(path.join(outside, 'folder', name), name);
  const run = () => archiveEvidence(world.client, { vault: folderVault(folder) });
  expect(await run()).toMatchObject({ ok: true });
  const [line] = await recordsIn(folderVault(folder));
  const record = line?.record.path ?? '';
  return { ...world, folder, outside, run, record, image: line?.image?.path ?? '' };
}

const OWN: Readonly<Record<string, (paths: { record: string; image: string }) => string>> = {
  'manifest.ndjson': () => 'manifest.ndjson',
  'manifest.head': () => 'manifest.head',
  records: () => 'records',
  'the folder of a domain': ({ record }) => path.dirname(path.dirname(record)),
  'the folder of a month': ({ record }) => path.dirname(record),
  '.incoming': () => '.incoming',
  '.lock': () => '.lock',
  '.lock-journal': () => '.lock-journal',
};

const cases = Object.entries(OWN).flatMap(([name, of]) =>
  TARGETS.map((target) => [name, target, of] as const),
);

describe.each(cases)('where %s is a link to %s', (_name, target, of) => {
  it('a run names it, and changes nothing there', async () => {
    const { folder, outside, run, capture, ...paths } = await archived();
    const own = of(paths);
    rmSync(path.join(folder, own), { recursive: true, force: true });
    const places = { 'a file': 'file', 'a folder': 'folder', nothing: 'new' };
    symlinkSync(path.join(outside, places[target]), path.join(folder, own));
    const before = contentsOf(outside);
    capture();
    const report = await run();
    expect(contentsOf(outside)).toEqual(before);
    expect(report.ok).toBe(false);
    expect(report.problems.map(({ message }) => message).join()).toContain(`${own} is a link`);
    expect(lstatSync(path.join(folder, own)).isSymbolicLink()).toBe(true);
  });
});

describe.each(cases.filter(([name]) => !name.startsWith('.')))(
  'where %s is a link to %s',
  (_name, target, of) => {
    it('a check and an export do not read what is there', async () => {
      const { folder, outside, ...paths } = await archived();
      const own = of(paths);
      // The target is the archive's own data, which would be taken for what was archived.
      const moved = path.join(outside, 'moved');
      if (target === 'nothing') rmSync(path.join(folder, own), { recursive: true });
      else renameSync(path.join(folder, own), moved);
      symlinkSync(moved, path.join(folder, own));
      const verified = await verifyArchive(folderVault(folder)).then(
        ({ problems }) => problems.map(({ message }) => message).join(),
        (error: unknown) => String(error),
      );
      expect(verified).toContain(`${own} is a link`);
      const rows = async () => {
        for await (const _ of exportArchive(folderVault(folder), { format: 'csv' }));
      };
      await expect(rows()).rejects.toThrow(`${own} is a link`);
    });
  },
);

it('the vault’s own folder may be a link', async () => {
  const { client, capture } = archiveWorld();
  capture();
  const base = tempFolder();
  mkdirSync(path.join(base, 'disk'));
  symlinkSync(path.join(base, 'disk'), path.join(base, 'vault'));
  const vault = folderVault(path.join(base, 'vault'));
  expect(await archiveEvidence(client, { vault })).toMatchObject({ ok: true });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
});

it('a run sweeps only files with names of its own form', async () => {
  const { folder, run } = await archived();
  const at = (name: string) => path.join(folder, '.incoming', name);
  const [ours, shared] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const folder of [ours, shared, 'mine', `x${ours}`]) mkdirSync(at(folder));
  const removed = [`${ours}/17`, `${shared}/17`, `${shared}/lock`];
  const kept = [`${shared}/17.txt`, `${shared}/lock.txt`, 'mine/17', `x${ours}/17`, 'mine.txt'];
  for (const name of [...removed, ...kept, crypto.randomUUID()]) writeFileSync(at(name), '');
  expect(await run()).toMatchObject({ ok: true });
  expect([ours, ...removed].filter((name) => existsSync(at(name)))).toEqual([]);
  expect(kept.filter((name) => !existsSync(at(name)))).toEqual([]);
});

it('an append cuts off half a line of a killed run, but no line that was not read', async () => {
  const { folder } = await archived();
  const vault = folderVault(folder);
  const file = path.join(folder, 'manifest.ndjson');
  const whole = readFileSync(file, 'utf8');
  const { length } = Buffer.from(whole);
  const next = new TextEncoder().encode('next\n');
  for (const [tail, isCut] of [
    ['half', true],
    ['one\nhalf', false],
    [`${'x'.repeat(200_000)}\n`, false],
  ] as const) {
    writeFileSync(file, whole + tail);
    const appended = vault.growing.append('manifest.ndjson', next, length);
    if (isCut) await appended;
    else await expect(appended).rejects.toThrow(/lines that this run has not read/);
    expect(readFileSync(file, 'utf8')).toBe(whole + (isCut ? 'next\n' : tail));
  }
});
