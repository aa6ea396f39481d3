import { identifierProblem } from '../contract/path.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { clockKind, listOf, nonEmptyText, required, saidBy, text } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { HOLD_MAX } from './archive-options.ts';
import { ArchiveSession } from './archive-session.ts';
import { type Erasure, erasureFile, filesText, readErasure } from './erasure-note.ts';
import { loosePath, readLoose } from './loose-lines.ts';
import { filesOf, type NewLine, type RecordLine } from './manifest-line.ts';
import { hasArchive, NO_MANIFEST } from './manifest-records.ts';
import { vaultIssues } from './option-kinds.ts';
import { refuseDossierFolder } from './refuse-dossier.ts';
import { LineReader } from './search/read-line.ts';
import { storeFile } from './store-file.ts';
import type { Vault } from './vault.ts';
import { ManifestFailure, VaultFailure } from './vault-failure.ts';

/** Options of {@link eraseRecord}. */
export interface EraseRecordOptions {
  /** The record. */
  readonly cdrId: string;
  /** Why, such as the number of an order: it stays in the manifest, so name no person. */
  readonly reason: string;
  /** Who decided it: it stays in the manifest. */
  readonly by: string;
  /** Records that must not be erased, at most 10,000: the `hold` of {@link archiveEvidence}. */
  readonly hold?: readonly string[] | undefined;
  /** The file of the index; see {@link ArchiveEvidenceOptions.index}. */
  readonly index?: string | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The result of {@link eraseRecord}. */
export interface ErasedRecord {
  /** The paths of the files that are gone. */
  readonly erased: readonly string[];
}

const REASON_MAX_CHARS = 1_000;
const BY_MAX_CHARS = 200;

const OPTIONS = (): OptionTable<EraseRecordOptions> => ({
  cdrId: required(saidBy('the identifier of a record', identifierProblem)),
  reason: required(text(1, REASON_MAX_CHARS)),
  by: required(text(1, BY_MAX_CHARS)),
  hold: listOf(nonEmptyText, HOLD_MAX),
  index: nonEmptyText,
  clock: clockKind,
});

function issuesBetween(vault: Vault, { cdrId, hold }: EraseRecordOptions): Issue[] {
  const issues = vaultIssues(vault);
  if (issues.length === 0 && vault.remove === undefined) {
    issues.push({ path: 'vault', message: 'expected a vault with remove: it cannot erase' });
  }
  if (hold?.includes(cdrId) === true) {
    issues.push({ path: 'hold', message: `has ${cdrId}: a record on hold is never erased` });
  }
  return issues;
}

/** The record's line, and the lines that are to be appended before it can be erased. */
interface Found {
  readonly line: RecordLine;
  readonly before: readonly NewLine[];
}

async function findLine({ vault, index }: ArchiveSession, cdrId: string): Promise<Found> {
  const record = index.record(cdrId);
  if (record !== undefined) return { line: await new LineReader(vault).read(record), before: [] };
  const loose = vault.growing === undefined ? await readLoose(vault, loosePath(cdrId)) : undefined;
  if (loose?.line === undefined) {
    throw invalidInput('cdrId', `expected a record of the vault: ${cdrId} is not in it`);
  }
  const { previous: _, ...own } = loose.line;
  return { line: loose.line, before: [own] };
}

/** Chains the erasure, and notes it in a file. What a call that was cut off has noted counts. */
async function note(
  session: ArchiveSession,
  before: readonly NewLine[],
  given: Erasure,
): Promise<Erasure> {
  const { vault } = session;
  const noted = await readErasure(vault, given.cdrId);
  const erasure =
    noted !== undefined && filesText(noted.files) === filesText(given.files) ? noted : given;
  const { file } = await storeFile(vault, erasureFile(erasure));
  const last: NewLine = { kind: 'erased', ...erasure, note: file };
  await session.inTurn((append) => append([...before, last]));
  return erasure;
}

async function eraseIn(session: ArchiveSession, given: Omit<Erasure, 'files'>): Promise<Erasure> {
  const { vault, index } = session;
  const { cdrId } = given;
  if (index.stateOf(cdrId) !== 'erased') {
    const found = await findLine(session, cdrId);
    return note(session, found.before, { ...given, files: filesOf(found.line) });
  }
  const noted = await readErasure(vault, cdrId);
  if (noted !== undefined) return noted;
  throw new Error(`the note of the erasure of ${cdrId} is gone: restore it, and erase once more`);
}

/**
 * Removes a record from an archive, when a law or a court requires it, and says so in the manifest: a line
 * with its identifier, the names and hashes of its files, the reason, who and when. Then its files are
 * removed, and its rows in the index. It is never archived again, and `verifyArchive` and the exports know
 * that it was erased. A call that was cut off is finished by the same call. Backups, dossiers, and earlier
 * versions in a bucket are yours to erase.
 *
 * @throws `InvalidInputError` naming each invalid option: `cdrId` if the record is not in the vault,
 * `hold` if it must not be erased, `vault` if the vault cannot remove files; the vault's own error.
 * @example
 * ```ts
 * const { erased } = await eraseRecord(folderVault('evidence'), {
 *   cdrId: 'cdr_1',
 *   reason: 'erasure request 2026-117',
 *   by: 'ann@acme.example',
 * });
 * console.log(erased); // ['records/example.com/2026-01/cdr_1.json', '….png']
 * ```
 */
export async function eraseRecord(
  vault: Vault,
  options: EraseRecordOptions,
): Promise<ErasedRecord> {
  const also = (read: EraseRecordOptions) => issuesBetween(vault, read);
  const given = checkedOptions(OPTIONS, options, { also });
  const { cdrId, reason, by, index, clock = systemClock } = given;
  await refuseDossierFolder(vault);
  if (!(await hasArchive(vault))) throw invalidInput('vault', NO_MANIFEST);
  try {
    const session = await ArchiveSession.open({ vault, index, clock }, false);
    try {
      const { files } = await eraseIn(session, { cdrId, at: clock.now(), reason, by });
      const paths = files.map(({ path }) => path);
      for (const path of [...paths, loosePath(cdrId)]) await vault.remove?.(path);
      const run = await vault.lock?.('run'); // a run begins by removing what killed ones have left
      await run?.release();
      return { erased: paths };
    } finally {
      session.close();
    }
  } catch (error) {
    throw error instanceof VaultFailure || error instanceof ManifestFailure ? error.cause : error;
  }
}
