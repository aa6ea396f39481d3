import { invalidInput } from '../errors/invalid-input-error.ts';
import type { ArchiveClient } from './archive-client.ts';
import {
  type ArchiveEvidenceOptions,
  type ArchiveSettings,
  archiveSettings,
} from './archive-options.ts';
import type { ArchiveReport } from './archive-report.ts';
import { ArchiveRun } from './archive-run.ts';
import { checkHolds } from './check-holds.ts';
import { closeRun } from './close-run.ts';
import { PAYLOAD } from './dossier/bag.ts';
import { inLock } from './in-lock.ts';
import { NO_LINE } from './manifest-line.ts';
import { MANIFEST, manifestLog } from './manifest-log.ts';
import { ManifestWriter } from './manifest-writer.ts';
import { type OpenManifest, openForWriting } from './open-manifest.ts';
import { problemOf } from './problem-of.ts';
import { Tally } from './tally.ts';
import { inVault } from './vault-failure.ts';

/** Reports a manifest that is not as it was left, and notes lost lines in the manifest itself. */
async function tellFaults(
  { clock }: ArchiveSettings,
  tally: Tally,
  { state, faults }: OpenManifest,
  writer: ManifestWriter,
): Promise<void> {
  for (const fault of faults) tally.problem(fault);
  if (state.cut === undefined) return;
  await writer.add({ kind: 'cut', at: clock.now(), head: state.cut });
  await writer.flush();
}

/** A dossier is a closed file about one number: other records do not belong there. */
function refuseDossier(isOne: boolean): void {
  if (isOne) throw invalidInput('vault', 'contains a dossier; choose another one');
}

async function runIn(settings: ArchiveSettings, tally: Tally): Promise<ArchiveReport> {
  const log = manifestLog(settings.vault);
  const { vault } = settings;
  refuseDossier(
    vault.growing !== undefined && (await inVault(() => vault.has(PAYLOAD + MANIFEST))),
  );
  const opened = await inVault(() => openForWriting(vault, log));
  const { state } = opened;
  refuseDossier(state.dossier !== undefined);
  const writer = new ManifestWriter(log, state);
  await tellFaults(settings, tally, opened, writer);
  const run = new ArchiveRun(settings, tally, state, writer);
  await run.walk();
  const held = await inVault(() => checkHolds(settings.vault, settings.hold)).catch(
    (error: unknown) => [problemOf(error)],
  );
  for (const problem of held) tally.problem(problem);
  if (!run.isOver) {
    const problem = await closeRun(settings, state, writer);
    if (problem !== undefined) tally.problem(problem);
  }
  const { lines, head } = state;
  return tally.report({ lines, head }, (cdrId) => state.known.has(cdrId));
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
