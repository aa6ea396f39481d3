import { AbortError } from '../../errors/call-errors.ts';
import { Slots } from '../../platform/slots.ts';
import type { Account } from '../account.ts';
import { archiveProblem } from '../archive-problem.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import type { NewLine, RecordLine } from '../manifest-line.ts';
import type { ManifestWriter } from '../manifest-writer.ts';
import { problemOf } from '../problem-of.ts';
import { fileIn } from '../record-in.ts';
import { type NewFile, storeFile } from '../store-file.ts';
import { takeRecord } from '../take-record.ts';
import type { Vault } from '../vault.ts';
import { ManifestFailure, VaultFailure } from '../vault-failure.ts';
import type { DossierSettings } from './dossier-options.ts';
import type { Candidate } from './find-candidates.ts';

const AT_ONCE = 4;

/** Whether the dossier cannot be finished now. The same call continues it later. */
const isEnding = (error: unknown): boolean =>
  error instanceof AbortError || error instanceof ManifestFailure || error instanceof VaultFailure;

/** The tools to take the records of a dossier with. */
export interface DossierTools {
  readonly settings: DossierSettings;
  readonly account: Account;
  readonly writer: ManifestWriter;
}

/** Reads the files of a record from the archive. @throws if one is missing or was changed. */
async function readArchived(archive: Vault, { record, image }: RecordLine): Promise<NewFile[]> {
  const files = [];
  for (const file of image === null ? [record] : [record, image]) {
    files.push({ ...file, bytes: await fileIn(archive, file) });
  }
  return files;
}

/** Stores the files of a record as the archive had them. */
async function storeArchived(
  vault: Vault,
  line: RecordLine,
  files: readonly NewFile[],
): Promise<NewLine> {
  const { previous: _, aside: _aside, ...kept } = line;
  const stored = [];
  for (const file of files) stored.push(await storeFile(vault, file));
  const aside = stored.flatMap((each) => each.aside);
  const [record = line.record, image = null] = stored.map(({ file }) => file);
  return { ...kept, record, image, ...(aside.length > 0 && { aside }) };
}

/** Stores one candidate, from the archive if it has the record as it was, else from the service. */
async function linesOf(
  { settings, account }: DossierTools,
  requests: Slots,
  { cdrId, archived }: Candidate,
  tell: (problem: ArchiveProblem) => void,
): Promise<readonly NewLine[]> {
  const { client, vault, archive, clock, signal } = settings;
  if (archived !== undefined && archive !== undefined) {
    const files = await readArchived(archive, archived).catch((error: unknown) => {
      tell(archiveProblem(error, cdrId));
      return undefined;
    });
    if (files !== undefined) return [await storeArchived(vault, archived, files)];
  }
  if (client === null) {
    const message = 'the archive has no usable copy of it';
    if (archived === undefined) tell({ kind: 'vault', message, cdrId });
    return [];
  }
  const tools = { client, vault, account, clock, requests, signal };
  return (await takeRecord(tools, cdrId, 'not_collected')).lines;
}

/**
 * Takes each candidate that the dossier does not have yet. Returns what failed.
 *
 * @throws what ends the run, once nothing is in progress any more: the folder is free from then on.
 */
export async function takeCandidates(
  tools: DossierTools,
  candidates: ReadonlyMap<string, Candidate>,
  known: ReadonlySet<string>,
): Promise<readonly ArchiveProblem[]> {
  const { settings, writer } = tools;
  const requests = new Slots(AT_ONCE);
  const problems: ArchiveProblem[] = [];
  const tell = (problem: ArchiveProblem) => void problems.push(problem);
  const left = [...candidates.values()].filter(({ cdrId }) => !known.has(cdrId));
  let taken = candidates.size - left.length;
  const asked = left.filter(({ archived }) => settings.client !== null && archived === undefined);
  const progress = () =>
    settings.onProgress({
      step: 'records',
      found: candidates.size,
      records: taken,
      requests: 2 * asked.length,
    });
  progress();
  const take = async (candidate: Candidate): Promise<void> => {
    settings.signal?.throwIfAborted();
    try {
      const lines = await linesOf(tools, requests, candidate, tell);
      for (const line of lines) await writer.add(line);
      taken += 1;
      progress();
    } catch (error) {
      if (isEnding(error)) throw error;
      tell(problemOf(error, { cdrId: candidate.cdrId }));
    }
  };
  const work = async (): Promise<void> => {
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await take(next);
    } finally {
      left.length = 0; // if one ends the run, the others stop too
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return problems;
}
