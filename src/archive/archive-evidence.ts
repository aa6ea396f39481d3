import type { ArchiveClient } from './archive-client.ts';
import {
  type ArchiveEvidenceOptions,
  type ArchiveSettings,
  archiveSettings,
} from './archive-options.ts';
import type { ArchiveProblem, ArchiveReport } from './archive-report.ts';
import { ArchiveRun } from './archive-run.ts';
import { ArchiveSession } from './archive-session.ts';
import { checkHolds } from './check-holds.ts';
import { closeRun } from './close-run.ts';
import { gatherLoose } from './gather-loose.ts';
import { inLock } from './in-lock.ts';
import { NO_LINE } from './manifest-line.ts';
import { ManifestWriter } from './manifest-writer.ts';
import { problemOf } from './problem-of.ts';
import { refuseDossier, refuseDossierFolder } from './refuse-dossier.ts';
import { Tally } from './tally.ts';
import { inVault } from './vault-failure.ts';

/** Reports a manifest that is not as it was left, and notes lost lines in the manifest itself. */
async function tellFaults(
  { clock }: ArchiveSettings,
  tally: Tally,
  { state, faults }: ArchiveSession,
  writer: ManifestWriter,
): Promise<void> {
  for (const fault of faults) tally.problem(fault);
  if (state.cut === undefined) return;
  await writer.add({ kind: 'cut', at: clock.now(), head: state.cut });
  await writer.flush();
}

async function runIn(settings: ArchiveSettings, tally: Tally): Promise<ArchiveReport> {
  await inVault(() => refuseDossierFolder(settings.vault));
  const session = await inVault(() => ArchiveSession.open(settings, true));
  try {
    return await walkIn(session, settings, tally);
  } finally {
    session.close();
  }
}

async function walkIn(
  session: ArchiveSession,
  settings: ArchiveSettings,
  tally: Tally,
): Promise<ArchiveReport> {
  refuseDossier(session.state.dossier !== undefined);
  const writer = new ManifestWriter(session);
  await tellFaults(settings, tally, session, writer);
  const tell = (problem: ArchiveProblem): void => tally.problem(problem);
  await inVault(() => gatherLoose(session, writer, tell));
  const run = new ArchiveRun(settings, tally, session, writer);
  await run.walk();
  for (const problem of await checkHolds(session, settings.hold)) tally.problem(problem);
  if (!run.isOver) {
    const problem = await closeRun(settings, session);
    if (problem !== undefined) tally.problem(problem);
  }
  const { lines, head } = session.state;
  const isArchived = (cdrId: string): boolean => session.index.record(cdrId) !== undefined;
  return tally.report({ lines, head }, isArchived);
}

/**
 * Copies the evidence of every collected record that is not in the vault yet: the record, its image,
 * and one line of the manifest, chained to the previous line. It never collects: records that are not
 * collected are listed. It can be killed at any moment; the next run continues. It takes two requests
 * per new record, and one per 100 records.
 *
 * If one record fails, that is a problem in the report, and the run continues.
 *
 * @throws `InvalidInputError` naming each invalid option, or if the client has no key.
 * @example
 * ```ts
 * const report = await archiveEvidence(client, { vault: folderVault('evidence') });
 * for (const { kind, cdrId, message } of report.problems) console.error(kind, cdrId, message);
 * process.exitCode = report.ok ? 0 : 1;
 * ```
 */
export async function archiveEvidence(
  client: ArchiveClient,
  options: ArchiveEvidenceOptions,
): Promise<ArchiveReport> {
  const settings = archiveSettings(client, options);
  const tally = new Tally(settings);
  return inLock(
    settings.vault,
    () => runIn(settings, tally),
    (error) => {
      tally.problem(problemOf(error));
      return tally.report({ lines: 0, head: NO_LINE }, () => false);
    },
  );
}
