import type { RecordLine } from '../manifest-line.ts';
import { recordIn } from '../record-in.ts';
import type { Members } from '../stranger-data.ts';
import type { Vault } from '../vault.ts';
import type { ArchiveIndex } from './archive-index.ts';
import type { IndexedRecord } from './index-rows.ts';
import { hasValues, MORE, phoneKeyOf, phoneTerm, valueTerm } from './index-terms.ts';
import { LineReader } from './read-line.ts';

/** What to look for. What is absent does not narrow. */
export interface ArchiveQuery {
  readonly cdrId?: string | undefined;
  readonly domainId?: string | undefined;
  /** `2026-01`, in UTC. */
  readonly month?: string | undefined;
  /** A number of ten digits, and the keys of `customMetadata` that may have it. */
  readonly phone?: { readonly digits: string; readonly keys: readonly string[] } | undefined;
  /** Values of `customMetadata`. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Whether each record is read, though nothing is looked for in it: one that cannot be read is told. */
  readonly isRead?: boolean;
}

/** A record that was found. */
export interface ArchiveMatch {
  readonly line: RecordLine;
  /** The key that has the number: `phones`, or one of the keys. */
  readonly key: string | undefined;
  /** The record, if it was read to look for a number or a value. */
  readonly cdr: Members | undefined;
}

/** Told of a record that cannot be read, so no one knows whether it is among the results. */
export type OnUnreadable = (error: unknown, cdrId: string) => void;

const TOLD_MAX = 10_000;

/** Tells of each record once, though it is met while records are read and while they are searched. */
export function onceEach(tell: OnUnreadable): OnUnreadable {
  const told = new Set<string>();
  return (error, cdrId) => {
    if (told.has(cdrId)) return;
    if (told.size < TOLD_MAX) told.add(cdrId);
    tell(error, cdrId);
  };
}

const PAGE = 200;

/** The conditions of a query, and what stands for their question marks. */
function conditionsOf({ cdrId, domainId, month, phone, metadata }: ArchiveQuery) {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const add = (condition: string, ...own: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...own);
  };
  const addTerms = (terms: readonly number[]): void => {
    const marks = terms.map(() => '?').join(', ');
    add(`records.id IN (SELECT record FROM terms WHERE term IN (${marks}))`, ...terms);
  };
  if (cdrId !== undefined) add('cdr_id = ?', cdrId);
  if (domainId !== undefined) add('name = ?', domainId);
  if (month !== undefined) {
    const [year = 0, number = 0] = month.split('-').map(Number);
    const [begin, end] = [number - 1, number].map((each) => Date.UTC(year, each));
    add('created_at >= ? AND created_at < ?', begin ?? 0, end ?? 0);
  }
  if (phone !== undefined) {
    const { digits, keys } = phone;
    addTerms([phoneTerm(digits), ...keys.map((key) => phoneTerm(digits, key)), MORE]);
  }
  for (const [key, value] of Object.entries(metadata ?? {}))
    addTerms([valueTerm(key, value), MORE]);
  return { where: conditions.join(' AND '), values };
}

/**
 * Finds the records of an archive. The index says which may match: each is read, and looked at.
 */
export async function* searchArchive(
  vault: Vault,
  index: ArchiveIndex,
  query: ArchiveQuery,
  onUnreadable: OnUnreadable,
): AsyncGenerator<ArchiveMatch> {
  const lines = new LineReader(vault);
  const { phone, metadata = {} } = query;
  const isLooked = query.isRead === true || phone !== undefined || Object.keys(metadata).length > 0;
  const { where, values } = conditionsOf(query);
  for (const row of index.pages(where, values, PAGE)) {
    const line = await lines.read(row).catch((error: unknown) => {
      onUnreadable(error, row.cdrId);
      return undefined;
    });
    if (line === undefined) continue;
    if (!isLooked) {
      yield { line, key: undefined, cdr: undefined };
      continue;
    }
    const cdr = await readOr(vault, line, onUnreadable);
    if (cdr === undefined) continue;
    const key = phone && phoneKeyOf(cdr, phone.digits, phone.keys);
    if ((phone === undefined || key !== undefined) && hasValues(cdr, metadata)) {
      yield { line, key, cdr };
    }
  }
}

async function readOr(
  vault: Vault,
  line: RecordLine,
  onUnreadable: OnUnreadable,
): Promise<Members | undefined> {
  try {
    return (await recordIn(vault, line)) as unknown as Members;
  } catch (error) {
    onUnreadable(error, line.cdrId);
    return undefined;
  }
}

/** So many records are read side by side, and taken together. */
const READ_AT_ONCE = 32;

/** Progress of {@link readUnread}. */
export type OnRead = (progress: { readonly read: number; readonly toRead: number }) => void;

/**
 * Reads the records that the index knows by their lines alone, such as those that another machine
 * archived, so that they can be found by what they have. One that cannot be read is left for the next
 * search, and told.
 */
export async function readUnread(
  vault: Vault,
  index: ArchiveIndex,
  onUnreadable: OnUnreadable,
  onRead: OnRead,
): Promise<void> {
  const toRead = index.unreadCount;
  if (toRead === 0) return;
  const lines = new LineReader(vault);
  let read = 0;
  let after = 0;
  onRead({ read, toRead });
  for (;;) {
    const rows = index.unread(after, READ_AT_ONCE);
    if (rows.length === 0) return;
    const readRow = async (row: IndexedRecord) => {
      const line = await lines.read(row).catch((error: unknown) => {
        onUnreadable(error, row.cdrId);
        return undefined;
      });
      const cdr = line && (await readOr(vault, line, onUnreadable));
      return cdr === undefined ? [] : [{ cdrId: row.cdrId, cdr }];
    };
    index.describe((await Promise.all(rows.map(readRow))).flat());
    after = rows.at(-1)?.id ?? after;
    read += rows.length;
    onRead({ read, toRead });
  }
}
