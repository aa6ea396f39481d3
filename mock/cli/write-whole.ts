import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Pieces are gathered to this length, so that a file of many rows is not as many writes. */
const CHUNK_CHARS = 256 * 1024;

/**
 * Writes a file whole or not at all, readable for its owner alone: beside the target, synced to the
 * disk, then renamed onto it. A crash leaves the file as it was.
 */
export async function writeWhole(file: string, pieces: Iterable<string>): Promise<void> {
  const beside = `${file}.${randomBytes(4).toString('hex')}.tmp`;
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
