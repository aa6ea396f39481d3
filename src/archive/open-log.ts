import { growingLog } from './growing-log.ts';
import type { ManifestLog } from './manifest-log.ts';
import { partedLog } from './parted-log.ts';
import type { Vault } from './vault.ts';

/** Returns the kind of manifest log that this vault needs. */
export function manifestLog(vault: Vault): ManifestLog {
  const { growing } = vault;
  if (growing === undefined) return partedLog(vault);
  return growingLog(vault as Vault & { growing: typeof growing });
}
