import type { RecordLine } from './manifest-line.ts';
import { MANIFEST, manifestLog } from './manifest-log.ts';
import { isLine, readManifest } from './manifest-read.ts';
import { type ManifestFault, ManifestReading } from './open-manifest.ts';
import type { Vault } from './vault.ts';

/** The message about a vault without a manifest. */
export const NO_MANIFEST = 'there is no manifest: nothing was archived here';

/**
 * Reads the lines of the records, and follows the chain and the head meanwhile: a line that was changed
 * or is gone may have been a record. Tells each such fault, and continues.
 *
 * @param onNoted told of a loss that an earlier run found and noted in the manifest.
 */
export async function* recordLines(
  vault: Vault,
  onFault: (fault: ManifestFault) => void,
  onNoted: (fault: ManifestFault) => void = () => undefined,
): AsyncGenerator<RecordLine> {
  const reading = new ManifestReading(onFault);
  let isThere = false;
  for await (const read of readManifest(vault, manifestLog(vault))) {
    isThere = true;
    reading.read(read);
    // A line without its line feed was never acknowledged: the next run cuts it off.
    if (!isLine(read) || !read.isEnded) continue;
    const { line, path, number } = read;
    if (line?.kind === 'cut') {
      const message = `line ${number}: a run found that lines before it were cut off or changed`;
      onNoted({ kind: 'manifest_cut', path, message });
    }
    if (line !== undefined && line.kind === undefined) yield line;
  }
  reading.end(true);
  if (isThere) return;
  onFault({ kind: 'manifest_changed', path: MANIFEST, message: NO_MANIFEST });
}
