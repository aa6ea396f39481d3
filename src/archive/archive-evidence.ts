import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { ArchiveClient } from './archive-client.ts';
import {
  type ArchiveEvidenceOptions,
  type ArchiveSettings,
  archiveSettings,
} from './archive-options.ts';
import type { ArchiveReport } from './archive-report.ts';
import { ArchiveRun } from './archive-run.ts';
import { closeRun } from './close-run.ts';
import { NO_LINE } from './manifest-line.ts';
import { manifestLog } from './manifest-log.ts';
import { ManifestWriter } from './manifest-writer.ts';
import { type ManifestState, type OpenManifest, openForWriting } from './open-manifest.ts';
import { problemOf } from './problem-of.ts';
import { Tally } from './tally.ts';
import type { VaultLock } from './vault.ts';
import { VaultBusy } from './vault-busy.ts';
import { inVault, ManifestFailure } from './vault-failure.ts';

/** For vaults without a lock. With these, putting a part of the manifest detects a second run. */
const NO_LOCK: VaultLock = { release: async () => undefined };

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

function tellHolds({ hold }: ArchiveSettings, tally: Tally, state: ManifestState): void {
  for (const cdrId of hold) {
    if (state.known.has(cdrId)) continue;
    const message = 'listed in `hold`, but it is not in the vault';
    tally.problem({ kind: 'not_held', message, cdrId });
  }
}

async function runIn(settings: ArchiveSettings, tally: Tally): Promise<ArchiveReport> {
  const log = manifestLog(settings.vault);
  const opened = await inVault(() => openForWriting(settings.vault, log));
  const { state } = opened;
  const writer = new ManifestWriter(log, state);
  await tellFaults(settings, tally, opened, writer);
  const run = new ArchiveRun(settings, tally, state, writer);
  await run.walk();
  tellHolds(settings, tally, state);
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
  const nothing = { lines: 0, head: NO_LINE };
  try {
    const { vault } = settings;
    const lock = await inVault(async () => (vault.lock === undefined ? NO_LOCK : vault.lock()));
    if (lock === undefined) throw new ManifestFailure(new VaultBusy());
    try {
      return await runIn(settings, tally);
    } finally {
      await lock.release();
    }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (error instanceof InvalidInputError) throw error;
    if (cause instanceof InvalidInputError) throw cause;
    tally.problem(problemOf(error));
    return tally.report(nothing, () => false);
  }
}
