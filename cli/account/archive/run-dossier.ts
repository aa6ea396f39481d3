import path from 'node:path';
import {
  type DossierProgress,
  type DossierReport,
  folderVault,
  writeDossier,
} from '../../../src/archive/index.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { count } from '../../output/report-text.ts';
import { sqliteLedgerFile } from '../leads/sqlite-ledger-file.ts';
import { openAccount } from '../open-account.ts';
import { readPhone } from '../read-phone.ts';
import { warnOfDomains } from '../warn-of-domains.ts';
import type { DossierFlags } from './archive-flags.ts';
import { problemLines } from './problem-lines.ts';
import { proofOf } from './proof-of.ts';
import { refuseFile, refuseNoFolder } from './refuse-no-folder.ts';

function textOf(report: DossierReport, out: string, interrupted: boolean): string {
  const { found, records, images, notCollected, page, declaration, problems } = report;
  return [
    `${found} found, ${count(records, 'record')} and ${count(images, 'image')} in ${out}`,
    ...(page === undefined ? [] : [`open ${path.join(out, page)}`]),
    ...(declaration === undefined ? [] : [`to complete and sign: ${path.join(out, declaration)}`]),
    ...(notCollected.length === 0
      ? []
      : [`${notCollected.length} have no image: they were never collected`]),
    ...problemLines(problems),
    ...(interrupted ? ['interrupted; run it again to continue'] : []),
  ].join('\n');
}

/** Opens the ledger that the flags name; it is closed at the end. */
async function openLedger({ ledger: file, lead }: DossierFlags) {
  if (lead !== undefined && file === undefined) throw invalidInput('--lead', 'requires --ledger');
  const opened = file === undefined ? undefined : await sqliteLedgerFile(file, {});
  return { opened, [Symbol.dispose]: () => opened?.close() };
}

/** Says of each step how many requests it sends, before it sends them. */
function stepsTo({ progress }: Work): (each: DossierProgress) => void {
  let told = '';
  return ({ step, found, records, requests }) => {
    if (told !== step && requests > 0) {
      const most = step === 'search' ? 'at least' : 'at most';
      progress.say(`${step}: ${most} ${count(requests, 'request')}`);
    }
    told = step;
    progress.show(`${step}: ${found} found, ${records} records written`);
  };
}

async function dossier(flags: DossierFlags, work: Work): Promise<Finding> {
  const { signal } = work;
  const { text: phone } = await readPhone(flags.phone);
  const proof = await proofOf(flags);
  const { out, key, domain, note, limit, lead, source } = flags;
  await refuseFile(out, '--out');
  if (flags.archive !== undefined) await refuseNoFolder(flags.archive, '--archive');
  else if (flags.offline) throw invalidInput('--offline', 'requires --archive');
  using ledger = await openLedger(flags);
  const { client, shown } = flags.offline
    ? { client: null, shown: { offline: true } }
    : await openAccount(flags, process.env);
  if (client !== null) await warnOfDomains(client, domain, work);
  const report = await writeDossier(client, {
    phone,
    folder: out,
    keys: key,
    domains: domain,
    note,
    limit,
    ...proof,
    signal,
    archive: flags.archive === undefined ? undefined : folderVault(flags.archive),
    index: flags.index,
    ledger: ledger.opened,
    leads: lead?.map((leadId) => ({ source, leadId })),
    onProgress: stepsTo(work),
  });
  const { ok, ...rest } = report;
  const interrupted = signal.aborted;
  const text = textOf(report, out, interrupted);
  return { ok, data: { ...shown, out, interrupted, ...rest }, text };
}

/** Writes everything that the account has about a phone number. */
export async function runDossier(flags: DossierFlags): Promise<void> {
  const names = {
    phone: '--phone',
    folder: '--out',
    keys: '--key',
    domains: '--domain',
    note: '--note',
    limit: '--limit',
    archive: '--archive',
    index: '--index',
    ledger: '--ledger',
    leads: '--lead',
    sign: '--sign-key',
    url: '--timestamp',
  };
  await inFlags(names, () => act('dossier', flags.json, (work) => dossier(flags, work)));
}
