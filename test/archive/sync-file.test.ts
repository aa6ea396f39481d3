import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeWhole } from '../../cli/files/write-whole.ts';
import { archiveEvidence, folderVault, verifyArchive } from '../../src/archive/index.ts';
import { syncFile } from '../../src/platform/sync-file.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';

type Handle = Awaited<ReturnType<typeof open>>;

const fs = process.getBuiltinModule('node:fs');
let prototype: Handle;
/** Each file or folder that was synced by its number. */
const fsync = vi.fn(fs.fsync);
const nodes = fs.fsync;

function notImplemented(): never {
  throw new Error('Method not implemented.');
}

beforeEach(async () => {
  const handle = await open(path.join(tempFolder(), 'any'), 'w');
  prototype = Object.getPrototypeOf(handle) as Handle;
  await handle.close();
  fsync.mockClear();
  Object.assign(fs, { fsync });
  syncBuiltinESMExports();
});
afterEach(() => {
  Object.assign(fs, { fsync: nodes });
  syncBuiltinESMExports();
  vi.restoreAllMocks();
});

describe('on Yarn’s Plug’n’Play, whose file handles do not implement sync', () => {
  beforeEach(() => {
    vi.spyOn(prototype, 'sync').mockImplementation(notImplemented);
    vi.spyOn(prototype, 'datasync').mockImplementation(notImplemented);
  });

  it('an archive is kept, and synced', async () => {
    const { client, captureMany, mock } = archiveWorld();
    captureMany(3);
    const vault = folderVault(tempFolder());
    const report = await archiveEvidence(client, { vault, clock: mock.clock });
    expect(report).toMatchObject({ ok: true, counts: { archived: 3, failed: 0 } });
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
    expect(fsync.mock.calls.length).toBeGreaterThan(3 * 4);
  });

  it('an image is downloaded to a file, and synced', async () => {
    const { client, captureMany } = archiveWorld();
    const [cdrId = ''] = captureMany(1);
    const file = path.join(tempFolder(), 'image.png');
    await client.cdrs.downloadTo(cdrId, file);
    expect(readFileSync(file).length).toBeGreaterThan(0);
    expect(fsync).toHaveBeenCalledTimes(1);
  });

  it('a file of the command line is written, and synced', async () => {
    const file = path.join(tempFolder(), 'state.json');
    await writeWhole(file, ['{', '}']);
    expect(readFileSync(file, 'utf8')).toBe('{}');
    expect(fsync).toHaveBeenCalledTimes(2); // the file and its folder
  });

  it('a failed fsync is a failure', async () => {
    const file = await open(path.join(tempFolder(), 'any'), 'w');
    fsync.mockImplementationOnce((_fd, done) => done(new Error('EIO')));
    await expect(syncFile(file)).rejects.toThrow('EIO');
    await file.close();
  });
});

it('a sync that failed is not repeated: the second one would succeed', async () => {
  const file = await open(path.join(tempFolder(), 'any'), 'w');
  vi.spyOn(prototype, 'sync').mockRejectedValue(new Error('EIO'));
  await expect(syncFile(file)).rejects.toThrow('EIO');
  expect(fsync).not.toHaveBeenCalled();
  await file.close();
});
