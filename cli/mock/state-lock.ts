import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile } from '../../src/archive/folder-lock.ts';

const LOOK_EVERY_MS = 10;
/** Only a look at the file, a rename and the changes of a second happen under the lock. */
const LOOKS = 1000;

/** Not beside the file, where it could never be removed: someone may wait for it. */
async function lockOf(file: string): Promise<string> {
  const folder = await realpath(path.dirname(file));
  const hash = createHash('sha256').update(path.join(folder, path.basename(file)));
  const name = `consent-evidence-${process.getuid?.() ?? ''}-${hash.digest('hex').slice(0, 32)}.lock`;
  return path.join(tmpdir(), name);
}

/** Locks the file, if no one has. Where nothing can be written for that, the look alone must do. */
function lockedAt(place: string): { release(): Promise<void> } | undefined {
  try {
    return lockFile(place);
  } catch {
    return { release: async () => undefined };
  }
}

/**
 * Runs alone among all processes of this user that call it with the same file: between a look at a
 * file and its replacement, another fake could replace it too. Without a folder for temporary files it
 * runs all the same.
 *
 * @throws Error if others have it for ten seconds.
 */
export async function aloneWith<T>(file: string, run: () => Promise<T>): Promise<T> {
  const place = await lockOf(file);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const lock = lockedAt(place);
    if (lock !== undefined) return run().finally(() => lock.release());
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('another process does not stop writing it, perhaps a second fake');
}
