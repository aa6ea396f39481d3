import { open, rename, rm } from 'node:fs/promises';
import { besideOf } from './beside-of.ts';

/** Pieces are gathered to this length, so that a file of many rows is not as many writes. */
const CHUNK_CHARS = 256 * 1024;

/**
 * Writes a file whole or not at all, readable for its owner alone: beside the target, synced to the
 * disk, then renamed onto it. A crash leaves the file as it was.
 */
export async function writeWhole(file: string, pieces: Iterable<string>): Promise<void> {
  const beside = besideOf(file);
  try {
    const handle = await open(beside, 'wx', 0o600);
    try {
      let chunk = '';
      for (const piece of pieces) {
        chunk += piece;
        if (chunk.length < CHUNK_CHARS) continue;
        await handle.write(chunk);
        chunk = '';
      }
      await handle.write(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
