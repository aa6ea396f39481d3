import type { ArchiveProblem } from './archive-report.ts';
import type { ArchiveSession } from './archive-session.ts';
import { looseLines } from './loose-lines.ts';
import type { ManifestWriter } from './manifest-writer.ts';

/**
 * Brings the lines that are files of their own into the manifest, then removes these files, where the vault
 * can. A process that is killed in between leaves a file whose record is known: the next run removes it.
 */
export async function gatherLoose(
  { vault, index }: ArchiveSession,
  writer: ManifestWriter,
  tell: (problem: ArchiveProblem) => void,
): Promise<void> {
  for await (const { path, line } of looseLines(vault)) {
    const remove = async (): Promise<void> => {
      await vault.remove?.(path).catch(() => undefined); // the next run tries again
    };
    if (line === undefined) {
      const message = 'it is not the line of a record, as it was stored: it was not gathered';
      tell({ kind: 'manifest_changed', path, message });
      continue;
    }
    const state = index.stateOf(line.cdrId);
    if (state === 'known' || state === 'erased') {
      await remove();
      continue;
    }
    const { previous: _, ...own } = line;
    await writer.add(own, { onEnd: remove, onLost: () => undefined });
  }
  await writer.flush(); // so that the walk knows these records
}
