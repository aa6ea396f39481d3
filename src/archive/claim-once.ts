import type { ArchiveSession } from './archive-session.ts';
import type { ArchivedFile } from './manifest-line.ts';
import { claimVault } from './vault-facts.ts';

/** Returns a function that makes the vault that of an organization, once; see {@link claimVault}. */
export function claimOnce(
  { vault, index }: ArchiveSession,
  renamedTo: string | undefined,
): (organizationName: unknown) => Promise<ArchivedFile> {
  let claimed: Promise<ArchivedFile> | undefined;
  return (organizationName) => {
    claimed ??= claimVault(vault, organizationName, renamedTo).then(
      ({ vaultId, file }) => {
        index.claim(vaultId);
        return file;
      },
      (error: unknown) => {
        claimed = undefined; // the next record tries again
        throw error;
      },
    );
    return claimed;
  };
}
