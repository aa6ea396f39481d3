import { AbortError } from '../../errors/call-errors.ts';
import { Slots } from '../../slots.ts';
import type { Account } from '../account.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import type { NewLine, RecordLine } from '../manifest-line.ts';
import type { ManifestWriter } from '../manifest-writer.ts';
import { problemOf } from '../problem-of.ts';
import { storeFile } from '../store-file.ts';
import { takeRecord } from '../take-record.ts';
import type { Vault } from '../vault.ts';
import { ManifestFailure, VaultFailure } from '../vault-failure.ts';
import type { DossierSettings } from './dossier-options.ts';
import type { Candidate } from './find-candidates.ts';
import { fileIn } from './record-in.ts';

const AT_ONCE = 4;

/** The tools to take the records of a dossier with. */
export interface DossierTools {
  readonly settings: DossierSettings;
  readonly account: Account;
  readonly writer: ManifestWriter;
}

/** Copies a record and its image from the archive that was searched. */
async function copyArchived(archive: Vault, vault: Vault, line: RecordLine): Promise<NewLine> {
  const { previous: _, aside: _aside, ...kept } = line;
  const files = [line.record, ...(line.image === null ? [] : [line.image])];
  const aside = [];
  const stored = [];
  for (const file of files) {
    const bytes = await fileIn(archive, file);
    const put = await storeFile(vault, { ...file, bytes });
    stored.push(put.file);
    aside.push(...put.aside);
  }
  const [record = line.record, image = null] = stored;
  return { ...kept, record, image, ...(aside.length > 0 && { aside }) };
}

/** Stores one candidate, from the archive if it has the record, else from the service. */
async function linesOf(
  { settings, account }: DossierTools,
  requests: Slots,
  { cdrId, archived }: Candidate,
): Promise<readonly NewLine[]> {
  const { client, vault, archive, clock, signal } = settings;
  if (archived !== undefined && archive !== undefined) {
    return [await copyArchived(archive, vault, archived)];
  }
  const tools = { client, vault, account, clock, requests, signal };
  return (await takeRecord(tools, cdrId, 'not_collected')).lines;
}

/** Takes each candidate that the dossier does not have yet. Returns what failed. */
export async function takeCandidates(
  tools: DossierTools,
  candidates: ReadonlyMap<string, Candidate>,
  known: ReadonlySet<string>,
): Promise<readonly ArchiveProblem[]> {
  const { settings, writer } = tools;
  const requests = new Slots(AT_ONCE);
  const problems: ArchiveProblem[] = [];
  const left = [...candidates.values()].filter(({ cdrId }) => !known.has(cdrId));
  let taken = candidates.size - left.length;
  const work = async (): Promise<void> => {
    for (let candidate = left.shift(); candidate !== undefined; candidate = left.shift()) {
      settings.signal?.throwIfAborted();
      try {
        for (const line of await linesOf(tools, requests, candidate)) await writer.add(line);
        taken += 1;
        settings.onProgress({ step: 'records', found: candidates.size, records: taken });
      } catch (error) {
        const isOver = error instanceof AbortError || error instanceof ManifestFailure;
        if (isOver || (error instanceof VaultFailure && candidate.archived === undefined))
          throw error;
        problems.push(problemOf(error, { cdrId: candidate.cdrId }));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems;
}
