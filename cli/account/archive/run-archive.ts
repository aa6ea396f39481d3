import {
  type ArchiveProgress,
  type ArchiveReport,
  archiveEvidence,
  folderVault,
} from '../../../src/archive/index.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { count } from '../../output/report-text.ts';
import { openAccount } from '../open-account.ts';
import { warnOfDomains } from '../warn-of-domains.ts';
import type { ArchiveFlags } from './archive-flags.ts';
import { problemLines, sizeOf } from './problem-lines.ts';
import { proofOf } from './proof-of.ts';
import { refuseFile } from './refuse-no-folder.ts';

function progressOf({ domainsDone, domains, archived, known, bytes }: ArchiveProgress): string {
  return `${domainsDone} of ${domains} domains, ${archived} archived, ${known} known, ${sizeOf(bytes)}`;
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

function textOf({ counts, problems, expiring, manifest }: ArchiveReport, aborted: boolean): string {
  const { archived, known, erased, notCollected, devMode, failed, left, bytes } = counts;
  const unsafe = expiring.filter((each) => !each.archived).slice(0, 20);
  return [
    `${archived} archived (${sizeOf(bytes)}), ${known} known, ${failed} failed, ${left} left`,
    ...(erased > 0 ? [`${erased} erased before`] : []),
    `${notCollected} not collected, ${devMode} in Dev Mode: they have no image to archive`,
    ...(counts.expiring > 0 ? [`${counts.expiring} will soon be deleted by the service`] : []),
    ...unsafe.map(
      ({ cdrId, deletedAt }) => `not archived, will be deleted on ${day(deletedAt)}: ${cdrId}`,
    ),
    ...problemLines(problems, counts.problems),
    // A run that could not open the manifest knows nothing of it.
    ...(manifest.lines === 0 && problems.length > 0
      ? []
      : [`manifest ${count(manifest.lines, 'line')}, head ${manifest.head}`]),
    ...(aborted ? ['interrupted; run it again to continue'] : []),
  ].join('\n');
}

async function archive(dir: string, flags: ArchiveFlags, work: Work): Promise<Finding> {
  const { signal, progress } = work;
  await refuseFile(dir);
  const proof = await proofOf(flags);
  const { client, shown } = await openAccount(flags, process.env);
  progress.show(`reading the list of domains from ${shown.baseUrl}`);
  await warnOfDomains(client, flags.domain, work);
  const report = await archiveEvidence(client, {
    vault: folderVault(dir),
    domains: flags.domain,
    hold: flags.hold,
    warnWithinDays: flags.warnWithinDays,
    concurrency: flags.concurrency,
    index: flags.index,
    ...proof,
    signal,
    onProgress: (each) => progress.show(progressOf(each)),
  });
  const { ok, ...rest } = report;
  const interrupted = signal.aborted;
  return { ok, data: { ...shown, dir, interrupted, ...rest }, text: textOf(report, interrupted) };
}

const NAMES = {
  folder: 'dir',
  vault: 'dir',
  hold: '--hold',
  index: '--index',
  domains: '--domain',
  sign: '--sign-key',
  url: '--timestamp',
};

/** Copies new records into the archive. */
export async function runArchive(dir: string, flags: ArchiveFlags): Promise<void> {
  await inFlags(NAMES, () => act('archive', flags.json, (work) => archive(dir, flags, work)));
}
