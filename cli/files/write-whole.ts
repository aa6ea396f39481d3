import { fsync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { besideOf } from './beside-of.ts';

/**
 * Pieces are gathered up to this length, so that a file of many rows does not need as many writes.
 */
const CHUNK_CHARS = 256 * 1024;

/** Not `handle.sync()`, which Yarn's Plug'n'Play has not implemented. */
const synced = ({ fd }: { readonly fd: number }): Promise<void> => promisify(fsync)(fd);

function* chunksOf(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

async function writeNew(file: string, pieces: Iterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    // `write` may stop early if the disk is nearly full; this writes everything or throws.
    for (const chunk of chunksOf(pieces)) await handle.writeFile(chunk);
    await synced(handle);
  } finally {
    await handle.close();
  }
}

/** Without it, a power cut could undo the rename. Not every platform lets a folder be opened. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle !== undefined) await synced(handle).catch(() => undefined);
  await handle?.close();
}

/**
 * Writes a file whole or not at all, readable only by its owner: it writes a file beside it, syncs
 * that to disk, and renames it. A crash or a full disk leaves the original unchanged.
 */
export async function writeWhole(file: string, pieces: Iterable<string>): Promise<void> {
  const beside = besideOf(file);
  await rm(beside, { force: true });
  try {
    await writeNew(beside, pieces);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(path.dirname(file));
}
