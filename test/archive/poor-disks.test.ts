import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { archiveEvidence, folderVault, verifyArchive } from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';

const fs = process.getBuiltinModule('node:fs/promises');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const JSON_TYPE = { contentType: 'application/json' };
const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Makes a vault on a disk that refuses each hard link. */
function withoutLinks(code: string) {
  const link = vi.spyOn(fs, 'link').mockRejectedValue(failure(code));
  const folder = tempFolder();
  return { folder, vault: folderVault(folder), link };
}

describe('a disk without hard links', () => {
  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'that says %s never replaces evidence that is there',
    async (code) => {
      const { folder, vault, link } = withoutLinks(code);
      expect(await vault.put('records/a.json', bytesOf('first'), JSON_TYPE)).toBe('kept');
      expect(await vault.put('records/a.json', bytesOf('second'), JSON_TYPE)).toBe('exists');
      expect(readFileSync(path.join(folder, 'records/a.json'), 'utf8')).toBe('first');
      expect(link).toHaveBeenCalledTimes(2);
    },
  );

  it('keeps one of two files that are put under one name at once', async () => {
    const { folder, vault } = withoutLinks('EPERM');
    const texts = ['one', 'two', 'three'];
    const puts = await Promise.all(
      texts.map((text) => vault.put('a.json', bytesOf(text), JSON_TYPE)),
    );
    expect(puts.toSorted()).toEqual(['exists', 'exists', 'kept']);
    expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(texts[puts.indexOf('kept')]);
  });

  it('keeps an archive that is whole after two runs, and has nothing unfinished', async () => {
    const { folder, vault } = withoutLinks('EPERM');
    const { client, captureMany } = archiveWorld();
    for (let run = 1; run < 3; run += 1) {
      captureMany(2);
      expect(await archiveEvidence(client, { vault })).toMatchObject({ ok: true });
      expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 * run });
    }
    expect(readdirSync(path.join(folder, '.incoming'))).toEqual([]);
  });
});

describe('a disk whose folders cannot be synced', () => {
  /** Makes a vault on a disk that opens no folder, as on Windows. */
  function withoutFolders(code: string) {
    const { open } = fs;
    vi.spyOn(fs, 'open').mockImplementation(async (at, flags, mode) => {
      if (flags === 'r') throw failure(code);
      return open(at, flags, mode);
    });
    return folderVault(tempFolder());
  }

  it.each(['EPERM', 'EISDIR', 'EACCES', 'EBADF', 'EINVAL', 'UNKNOWN'])(
    'that says %s keeps a file',
    async (code) => {
      const vault = withoutFolders(code);
      expect(await vault.put('records/a.json', bytesOf('first'), JSON_TYPE)).toBe('kept');
      expect(await vault.has('records/a.json')).toBe(true);
    },
  );

  it.each(['EIO', 'ENOSPC', 'EMFILE'])('that fails with %s is told', async (code) => {
    const vault = withoutFolders(code);
    await expect(vault.put('records/a.json', bytesOf('first'), JSON_TYPE)).rejects.toThrow(code);
  });
});

describe('a disk that is full in the middle of a line', () => {
  it.each([0, 1, 20])(
    'after %i bytes of it leaves the lines before as they were, and nothing of it',
    async (room) => {
      const folder = tempFolder();
      const at = path.join(folder, 'manifest.ndjson');
      writeFileSync(at, 'a line\n');
      const { open } = fs;
      vi.spyOn(fs, 'open').mockImplementation(async (file, ...how) => {
        const handle = await open(file, ...how);
        if (file !== at) return handle;
        let left = room;
        const write = handle.write.bind(handle) as (...all: unknown[]) => Promise<unknown>;
        const full = async (bytes: Uint8Array, from: number, length: number, to: number) => {
          if (left === 0) throw failure('ENOSPC');
          const part = Math.min(left, length);
          left -= part;
          return write(bytes, from, part, to);
        };
        return Object.assign(handle, { write: full });
      });
      const append = folderVault(folder).growing.append(
        'manifest.ndjson',
        bytesOf(`${'x'.repeat(40)}\n`),
        7,
      );
      await expect(append).rejects.toThrow('ENOSPC');
      expect(readFileSync(at, 'utf8')).toBe('a line\n');
    },
  );
});
