import { invalidInput } from '../../errors/invalid-input-error.ts';
import { isSealed } from '../close-run.ts';
import { MANIFEST } from '../growing-log.ts';
import type { OpenManifest } from '../open-manifest.ts';
import { isBag } from './bag.ts';
import type { DossierSettings } from './dossier-options.ts';

/** Refuses a folder that has an archive, a finished dossier, or one about another number. */
export async function checkFolder(
  { state, faults }: OpenManifest,
  settings: DossierSettings,
): Promise<void> {
  const { lines, dossier, page, isBehind } = state;
  // A call that ended after the page was listed left the rest to do, unless it was changed since.
  const isDone = isSealed(settings, state) && (await isBag(settings.folder));
  const isLeft = faults.length === 0 && (isBehind || !isDone);
  let has: string | undefined;
  if (dossier === undefined) has = 'an archive';
  else if (dossier.phone !== `+1${settings.digits}`) has = 'a dossier about another number';
  else if (page !== undefined && !isLeft) has = 'a finished dossier';
  if (lines === 0) has = (await settings.folder.has(MANIFEST)) ? 'an archive' : undefined;
  if (has === undefined) return;
  throw invalidInput('folder', `contains ${has}; choose a new folder`);
}
