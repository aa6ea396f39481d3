import path from 'node:path';
import { type DossierReport, folderVault, writeDossier } from '../../../../src/archive/index.ts';
import { act, type Finding, type Work } from '../../output/act.ts';
import { inFlags } from '../in-flags.ts';
import { openAccount } from '../open-account.ts';
import { readPhone } from '../read-phone.ts';
import type { DossierFlags } from './archive-flags.ts';
import { problemLines } from './problem-lines.ts';
import { signingKey } from './signing-key.ts';

function textOf(report: DossierReport, out: string, interrupted: boolean): string {
  const { found, records, images, notCollected, page, problems } = report;
  return [
    `${found} found, ${records} records and ${images} images in ${out}`,
    ...(page === undefined ? [] : [`read ${path.join(out, page)}`]),
    ...(notCollected.length === 0
      ? []
      : [`${notCollected.length} have no image here: they were never collected`]),
    ...problemLines(problems),
    ...(interrupted ? ['interrupted; run it again to go on'] : []),
  ].join('\n');
}

async function dossier(flags: DossierFlags, work: Work): Promise<Finding> {
  const { signal, progress } = work;
  const { text: phone } = await readPhone(flags.phone);
  const sign = await signingKey(flags);
  const { client, shown } = await openAccount(flags, process.env);
  const { out, key, domain, note, limit } = flags;
  const report = await writeDossier(client, {
    ...{ phone, folder: out, keys: key, domains: domain, note, limit, sign, signal },
    archive: flags.archive === undefined ? undefined : folderVault(flags.archive),
    onProgress: ({ step, found, records }) =>
      progress.show(`${step}: ${found} found, ${records} records written`),
  });
  const { ok, ...rest } = report;
  const interrupted = signal.aborted;
  const text = textOf(report, out, interrupted);
  return { ok, report: { ...shown, out, interrupted, ...rest }, text };
}

/** Writes what the account has of a phone number. */
export async function runDossier(flags: DossierFlags): Promise<void> {
  const names = {
    ...{ phone: '--phone', folder: '--out', keys: '--key', domains: '--domain', note: '--note' },
    ...{ limit: '--limit', archive: '--archive', sign: '--sign-key' },
  };
  await inFlags(names, () => act(flags.json, (work) => dossier(flags, work)));
}
