import type { WebAbortSignal } from '../../platform/platform.ts';
import { archiveFault, archiveProblem } from '../archive-problem.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import { MANIFEST } from '../growing-log.ts';
import type { RecordLine } from '../manifest-line.ts';
import { hasArchive, NO_MANIFEST } from '../manifest-records.ts';
import { openIndex } from '../search/open-index.ts';
import { onceEach, readUnread, searchArchive } from '../search/search-archive.ts';
import type { Vault } from '../vault.ts';

/** What to search for. */
export interface VaultQuery {
  /** The file of the index; `undefined` for the archive's own. */
  readonly index: string | undefined;
  /** Ten digits. */
  readonly digits: string;
  /** Keys of `customMetadata`. */
  readonly keys: readonly string[];
  /** Gets the name of each account that the archive states. */
  readonly accounts: Set<string>;
  /** Records that are wanted even if they do not hold the number. */
  readonly wanted: readonly string[];
  readonly signal: WebAbortSignal | undefined;
  /**
   * Called for each record that is missing or was changed, which is skipped, and for each place where
   * the manifest was changed or cut, which may have been a record.
   */
  readonly onProblem: (problem: ArchiveProblem) => void;
}

/**
 * Finds the records of an archive that hold the number or are wanted.
 *
 * @throws an `Error` if there is no archive.
 */
export async function* searchVault(
  vault: Vault,
  query: VaultQuery,
): AsyncGenerator<{ line: RecordLine; key: string | undefined }> {
  const { digits, keys, accounts, wanted, signal, onProblem } = query;
  const onUnreadable = onceEach((error, cdrId) => onProblem(archiveProblem(error, cdrId)));
  if (!(await hasArchive(vault))) throw new Error(`in the archive, ${NO_MANIFEST}`);
  const { index, faults } = await openIndex(vault, query.index);
  try {
    for (const fault of faults) onProblem(archiveFault(fault));
    for (const number of index.cuts) {
      const message = `line ${number}: a run found that lines before it were cut off or changed`;
      onProblem(archiveFault({ kind: 'manifest_cut', path: MANIFEST, message }));
    }
    for (const name of index.accounts) accounts.add(name);
    await readUnread(vault, index, onUnreadable, () => signal?.throwIfAborted());
    const phone = { digits, keys };
    for (const each of [{ phone }, ...wanted.map((cdrId) => ({ cdrId, isRead: true }))]) {
      for await (const { line, key } of searchArchive(vault, index, each, onUnreadable)) {
        signal?.throwIfAborted();
        yield { line, key };
      }
    }
  } finally {
    index.close();
  }
}
