import { invalidInput } from '../errors/invalid-input-error.ts';
import { PAYLOAD } from './dossier/bag.ts';
import { MANIFEST } from './growing-log.ts';
import type { Vault } from './vault.ts';

/** A dossier is a closed file about one number: other records do not belong there. */
export function refuseDossier(isOne: boolean): void {
  if (isOne) throw invalidInput('vault', 'contains a dossier; choose another one');
}

/** Refuses the folder of a dossier, whose evidence is in a folder below it. */
export async function refuseDossierFolder(vault: Vault): Promise<void> {
  refuseDossier(vault.growing !== undefined && (await vault.has(PAYLOAD + MANIFEST)));
}
