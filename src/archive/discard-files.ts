import type { ArchiveSession } from './archive-session.ts';
import { filesOf } from './manifest-line.ts';
import { LineReader } from './search/read-line.ts';

/**
 * Removes the files that this process stored for a record whose line another one wrote first: no line
 * would list them. One that the other line lists stays, and so does one that cannot be removed, which
 * `verifyArchive` then names as `added`.
 */
export async function discardFiles(
  { vault, index }: ArchiveSession,
  cdrId: string,
  made: readonly string[],
): Promise<void> {
  if (made.length === 0 || vault.remove === undefined) return;
  try {
    const record = index.record(cdrId);
    const line = record && (await new LineReader(vault).read(record));
    const listed = new Set(line && filesOf(line).map(({ path }) => path));
    for (const path of made) if (!listed.has(path)) await vault.remove(path);
  } catch {
    // They are named as `added`.
  }
}
