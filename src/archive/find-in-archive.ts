import { normalizePhone } from '../acceptance/normalize-phone.ts';
import { identifierProblem } from '../contract/path.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import type { Issue } from '../options/issue.ts';
import { kindOf, listOf, nonEmptyText, saidBy, signalKind, told } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { archiveFault, archiveProblem } from './archive-problem.ts';
import type { ArchiveProblem } from './archive-report.ts';
import type { RecordLine } from './manifest-line.ts';
import { phoneKind, vaultIssues } from './option-kinds.ts';
import { openIndex } from './search/open-index.ts';
import { type ArchiveQuery, onceEach, readUnread, searchArchive } from './search/search-archive.ts';
import { isMembers } from './stranger-data.ts';
import type { Vault } from './vault.ts';

/** Options of {@link findInArchive}: at least one criterion. Several narrow the search together. */
export interface FindInArchiveOptions {
  /** A North American number of ten digits, in any usual spelling. */
  readonly phone?: string | undefined;
  /** Your own keys of `customMetadata` that may hold the number, at most 20. Needs `phone`. */
  readonly keys?: readonly string[] | undefined;
  /** The record. */
  readonly cdrId?: string | undefined;
  /** The base domain. */
  readonly domainId?: string | undefined;
  /** The month of `createdAt` in UTC: `2026-01`. */
  readonly month?: string | undefined;
  /** Values of `customMetadata`, at most 20: of a list, one entry must be the value. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The file of the index; see {@link ArchiveEvidenceOptions.index}. */
  readonly index?: string | undefined;
  /**
   * Called for each record that is missing or was changed, and for a manifest that was cut or changed: what
   * was searched for may have been there. Without it, the search ends with an error.
   */
  readonly onProblem?: ((problem: ArchiveProblem) => void) | undefined;
  /** Called while records are read into the index, before the search. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Ends the search. It throws the signal's reason. */
  readonly signal?: WebAbortSignal | undefined;
}

/** How far records were read into the index. */
export interface IndexProgress {
  /** Records that were read. */
  readonly read: number;
  /** Records to read: those that are new to this index, one read each. */
  readonly toRead: number;
}

/** A record that was found: its line in the manifest. */
export interface ArchiveHit
  extends Pick<RecordLine, 'cdrId' | 'domainId' | 'createdAt' | 'record' | 'image' | 'fetchedAt'> {
  /** With `phone`: the key that holds the number, `phones` or one of `keys`. */
  readonly key?: string;
}

const MANY_MAX = 20;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

const OPTIONS = (): OptionTable<FindInArchiveOptions> => ({
  phone: phoneKind(),
  keys: listOf(nonEmptyText, MANY_MAX),
  cdrId: saidBy('the identifier of a record', identifierProblem),
  domainId: nonEmptyText,
  month: kindOf('a month, such as 2026-01', (value) => MONTH.test(String(value))),
  metadata: kindOf(`an object of texts by key, at most ${MANY_MAX}`, (value) => {
    if (!isMembers(value)) return false;
    const values = Object.values(value);
    const isFew = values.length > 0 && values.length <= MANY_MAX;
    return isFew && values.every((each) => typeof each === 'string');
  }),
  index: nonEmptyText,
  onProblem: told,
  onProgress: told,
  signal: signalKind,
});

const CRITERIA = ['phone', 'cdrId', 'domainId', 'month', 'metadata'] as const;

function issuesBetween(vault: unknown, given: FindInArchiveOptions): Issue[] {
  const hasAny = CRITERIA.some((name) => given[name] !== undefined);
  const path = CRITERIA[0];
  return [
    ...vaultIssues(vault),
    ...(hasAny ? [] : [{ path, message: `expected at least one of ${CRITERIA.join(', ')}` }]),
    ...(given.keys === undefined || given.phone !== undefined
      ? []
      : [{ path: 'keys', message: 'expected the option phone as well' }]),
  ];
}

function queryOf({ phone, keys = [], ...given }: FindInArchiveOptions): ArchiveQuery {
  const { cdrId, domainId, month, metadata } = given;
  const digits = phone === undefined ? undefined : normalizePhone(phone);
  return {
    cdrId,
    domainId,
    month,
    metadata,
    phone: digits === undefined ? undefined : { digits, keys },
  };
}

async function* find(
  vault: Vault,
  given: FindInArchiveOptions,
): AsyncGenerator<ArchiveHit, void, undefined> {
  const { signal, onProgress, onProblem } = given;
  const tell = (problem: ArchiveProblem): void => {
    if (onProblem === undefined) throw new Error(problem.message);
    void ignoringErrors(() => onProblem(problem));
  };
  const onUnreadable = onceEach((error, cdrId) => tell(archiveProblem(error, cdrId)));
  const onRead = (progress: IndexProgress): void => {
    signal?.throwIfAborted();
    void ignoringErrors(() => onProgress?.(progress));
  };
  signal?.throwIfAborted();
  const { index, faults } = await openIndex(vault, given.index);
  try {
    for (const fault of faults) tell(archiveFault(fault));
    const query = queryOf(given);
    const isLooked = query.phone !== undefined || query.metadata !== undefined;
    if (isLooked) await readUnread(vault, index, onUnreadable, onRead);
    for await (const { line, key } of searchArchive(vault, index, query, onUnreadable)) {
      signal?.throwIfAborted();
      const { cdrId, domainId, createdAt, record, image, fetchedAt } = line;
      const hit = { cdrId, domainId, createdAt, record, image, fetchedAt };
      yield { ...hit, ...(key !== undefined && { key }) };
    }
  } finally {
    index.close();
  }
}

/**
 * Finds records of an archive by phone number, identifier, domain, month or your own metadata, oldest
 * line first. It uses only the vault and its index, which it brings up to date first: a record that is new
 * to the index is read once. What the index finds is then read and looked at, so it is as the archive has
 * it; whether the archive is as it was is for `verifyArchive` to say.
 *
 * @throws `InvalidInputError` naming each invalid option, if nothing was archived there, or for an index of
 * another vault; an `Error` if a record or the manifest was changed, unless `onProblem` is told; the
 * signal's reason.
 * @example
 * ```ts
 * for await (const hit of findInArchive(folderVault('evidence'), { phone: '(415) 555-0123' })) {
 *   console.log(hit.cdrId, new Date(hit.createdAt), hit.image?.path);
 * }
 * ```
 */
export function findInArchive(
  vault: Vault,
  options: FindInArchiveOptions,
): AsyncGenerator<ArchiveHit, void, undefined> {
  const also = (read: FindInArchiveOptions) => issuesBetween(vault, read);
  return find(vault, checkedOptions(OPTIONS, options, { also }));
}
