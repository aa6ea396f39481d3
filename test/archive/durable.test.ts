import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveEvidence, folderVault, type RecordLine } from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { watchDisk } from './support/watched-disk.ts';

/** Returns the files that the manifest of a folder lists. */
function listed(folder: string): string[] {
  const text = readFileSync(path.join(folder, 'manifest.ndjson'), 'utf8');
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const { record, image } = JSON.parse(line) as Partial<RecordLine>;
    return [record, image].flatMap((file) => (file ? [path.join(folder, file.path)] : []));
  });
}

/** Returns the path of a file, and those of all folders that it is in. */
function namesOf(file: string): string[] {
  const folder = path.dirname(file);
  return folder === file ? [file] : [file, ...namesOf(folder)];
}

describe('an archive in a folder, at a loss of power', () => {
  it('has lost nothing that its manifest lists, at any time, and nothing at all at its end', async () => {
    const { client, captureMany, mock } = archiveWorld();
    captureMany(12);
    const folder = tempFolder();
    const heads: number[] = [];
    const disk = watchDisk((name) => {
      if (path.basename(name) !== 'manifest.head' || heads.push(0) === 1) return;
      const files = listed(folder);
      heads.push(files.length);
      expect(disk.files).not.toContain(path.join(folder, 'manifest.ndjson'));
      expect(files.filter((each) => disk.files.has(each))).toEqual([]);
      const lost = files.flatMap((each) => namesOf(each)).filter((each) => disk.names.has(each));
      expect(lost).toEqual([]);
    });
    const vault = folderVault(folder);
    expect(await archiveEvidence(client, { vault, clock: mock.clock })).toMatchObject({ ok: true });
    expect(Math.max(...heads)).toBe(24);
    expect(disk.namedTooEarly).toEqual([]);
    expect([...disk.files]).toEqual([]);
    expect([...disk.names]).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is its owner’s alone', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const folder = path.join(tempFolder(), 'archive');
    await archiveEvidence(client, { vault: folderVault(folder) });
    const names = readdirSync(folder, { recursive: true }).map(String);
    const all = names.filter((name) => !name.startsWith('.lock')); // which hold nothing
    const modes = ['.', ...all].map((name) => {
      const { mode } = statSync(path.join(folder, name));
      return [name, (mode & 0o777).toString(8)];
    });
    const open = modes.filter(([, mode]) => !mode?.endsWith('00'));
    expect(modes.length).toBeGreaterThan(5);
    expect(open).toEqual([]);
  });
});
