import type { ArchiveProblem } from '../archive-report.ts';
import { closeRun } from '../close-run.ts';
import type { Appender } from '../manifest-writer.ts';
import { inVault } from '../vault-failure.ts';
import { openBag, writeBag } from './bag.ts';
import { declarationFacts } from './declaration-facts.ts';
import { declarationPage } from './declaration-page.ts';
import type { DossierSettings } from './dossier-options.ts';

/** The form for a person, beside `data/`: it names the seals, and no seal can name itself. */
export const DECLARATION = 'declaration.html';

/**
 * Seals the manifest of a dossier, then makes the folder a bag. Returns why it could not be sealed; the
 * folder then stays unfinished, for the same call to end.
 *
 * @throws `VaultFailure` if a file of the bag cannot be written.
 */
export async function closeDossier(
  settings: DossierSettings,
  appender: Appender,
): Promise<ArchiveProblem | undefined> {
  const { folder, vault, clock, client } = settings;
  await inVault(() => openBag(folder));
  const problem = await closeRun(settings, appender);
  if (problem !== undefined) return problem;
  const facts = await inVault(() => declarationFacts(vault));
  const at = clock.now();
  const pages = (payloadSha256: string) => {
    const text = declarationPage({ ...facts, at, payloadSha256, isOnline: client !== null });
    return new Map([[DECLARATION, text]]);
  };
  await writeBag(folder, { at, note: facts.dossier?.note }, pages);
  return undefined;
}
