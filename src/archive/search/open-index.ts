import { invalidInput } from '../../errors/invalid-input-error.ts';
import { inTurn } from '../in-turn.ts';
import { looseId, looseLines } from '../loose-lines.ts';
import { hasArchive, NO_MANIFEST } from '../manifest-records.ts';
import { manifestLog } from '../open-log.ts';
import type { ManifestFault } from '../open-manifest.ts';
import type { Vault } from '../vault.ts';
import { vaultFacts } from '../vault-facts.ts';
import { ArchiveIndex } from './archive-index.ts';
import { catchUpWhole } from './catch-up.ts';

/** An index that is caught up, and what is not as it was left in the lines that were read for it. */
export interface OpenIndex {
  readonly index: ArchiveIndex;
  readonly faults: readonly ManifestFault[];
}

/** Takes the lines that no segment has yet. Those that are known are not read again. */
async function takeLoose(
  vault: Vault,
  index: ArchiveIndex,
  faults: ManifestFault[],
): Promise<void> {
  const isKnown = (path: string) => index.stateOf(looseId(path)) !== undefined;
  for await (const { path, line } of looseLines(vault, isKnown)) {
    if (line !== undefined) index.takeLoose(line);
    else faults.push({ kind: 'manifest_changed', path, message: 'it is not the line of a record' });
  }
}

/**
 * Opens the index of an archive to search it, and catches up.
 *
 * @throws `InvalidInputError` naming `vault` if nothing was archived there, or it is of a newer layout;
 * naming `index` if that is another vault's, or no index.
 */
export async function openIndex(vault: Vault, file: string | undefined): Promise<OpenIndex> {
  const log = manifestLog(vault);
  const facts = await vaultFacts(vault);
  if (!(await hasArchive(vault, log))) throw invalidInput('vault', NO_MANIFEST);
  const index = ArchiveIndex.open(file ?? vault.indexFile ?? '');
  try {
    if (facts !== undefined) index.claim(facts.vaultId);
    const faults: ManifestFault[] = [];
    await takeLoose(vault, index, faults);
    faults.push(...(await inTurn(vault, () => catchUpWhole(vault, log, index))).faults);
    return { index, faults };
  } catch (error) {
    index.close();
    throw error;
  }
}
