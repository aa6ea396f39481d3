import { MANIFEST } from './growing-log.ts';
import { LOOSE, looseLines } from './loose-lines.ts';
import type { RecordLine } from './manifest-line.ts';
import type { ManifestLog } from './manifest-log.ts';
import { isLine, readManifest } from './manifest-read.ts';
import { manifestLog } from './open-log.ts';
import { type ManifestFault, ManifestReading } from './open-manifest.ts';
import { TextMap } from './text-map.ts';
import type { Vault } from './vault.ts';

/** The message about a vault without a manifest. */
export const NO_MANIFEST = 'there is no manifest: nothing was archived here';

/** Whether anything was ever archived in a vault. */
export async function hasArchive(vault: Vault, log = manifestLog(vault)): Promise<boolean> {
  if ((await log.last()) > 0 || (await log.parts()).length > 0) return true;
  for await (const _ of vault.list(LOOSE)) return true;
  return false;
}

/** The records that were erased: the lines of erasures come after those of their records. */
async function erasedIn(vault: Vault, log: ManifestLog): Promise<TextMap> {
  const erased = new TextMap();
  for await (const read of readManifest(vault, log)) {
    if (isLine(read) && read.isEnded && read.line?.kind === 'erased') erased.add(read.line.cdrId);
  }
  return erased;
}

/** Reads the lines of records that no segment has yet. */
async function* looseRecords(
  vault: Vault,
  isDone: (cdrId: string) => boolean,
  onFault: (fault: ManifestFault) => void,
): AsyncGenerator<RecordLine> {
  for await (const { path, line } of looseLines(vault)) {
    if (line === undefined) {
      onFault({ kind: 'manifest_changed', path, message: 'it is not the line of a record' });
    } else if (!isDone(line.cdrId)) yield line;
  }
}

/**
 * Reads the lines of the records that were not erased, and follows the chain and the head meanwhile: a
 * line that was changed or is gone may have been a record. Tells each such fault, and continues.
 *
 * @param onNoted told of a loss that an earlier run found and noted in the manifest.
 */
export async function* recordLines(
  vault: Vault,
  onFault: (fault: ManifestFault) => void,
  onNoted: (fault: ManifestFault) => void = () => undefined,
): AsyncGenerator<RecordLine> {
  const log = manifestLog(vault);
  if (!(await hasArchive(vault, log))) {
    onFault({ kind: 'manifest_changed', path: MANIFEST, message: NO_MANIFEST });
    return;
  }
  const reading = new ManifestReading(onFault);
  const erased = await erasedIn(vault, log);
  const seen = vault.growing === undefined ? new TextMap() : undefined;
  try {
    for await (const read of readManifest(vault, log)) {
      reading.read(read);
      // A line without its line feed was never acknowledged: the next run cuts it off.
      if (!isLine(read) || !read.isEnded) continue;
      const { line, path, number } = read;
      if (line?.kind === 'cut') {
        const message = `line ${number}: a run found that lines before it were cut off or changed`;
        onNoted({ kind: 'manifest_cut', path, message });
      }
      if (line === undefined || line.kind !== undefined || erased.has(line.cdrId)) continue;
      seen?.add(line.cdrId);
      yield line;
    }
    reading.end(true);
    const isDone = (cdrId: string) => seen?.has(cdrId) === true || erased.has(cdrId);
    yield* looseRecords(vault, isDone, onFault);
  } finally {
    erased.close();
    seen?.close();
  }
}
