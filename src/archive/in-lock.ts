import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Vault } from './vault.ts';
import { VaultBusy } from './vault-busy.ts';
import { inVault, ManifestFailure } from './vault-failure.ts';

/**
 * Runs `work` while no other run writes to the vault. A vault without a lock has no such guard: there,
 * putting a part of the manifest detects a second run.
 *
 * @param onFailure turns a failure into a result.
 * @throws `InvalidInputError`, also if it is the cause of a failure.
 */
export async function inLock<T>(
  vault: Vault,
  work: () => Promise<T>,
  onFailure: (error: unknown) => T,
): Promise<T> {
  try {
    const lock = await inVault(async () => (vault.lock ? vault.lock('run') : null));
    if (lock === undefined) throw new ManifestFailure(new VaultBusy());
    try {
      return await work();
    } finally {
      await lock?.release();
    }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    for (const each of [error, cause]) if (each instanceof InvalidInputError) throw each;
    return onFailure(error);
  }
}
