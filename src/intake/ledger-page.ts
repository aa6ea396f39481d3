import { invalidInput } from '../errors/invalid-input-error.ts';
import type { LeadName } from './lead.ts';
import { nameOf } from './lead.ts';
import type { LeaseQuery, LedgerPage, ListQuery } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { nameOfRow, readableEntries } from './ledger-row.ts';

/** A place in the order of a list. */
export interface ListPlace extends LeadName {
  /** `heldSince` of an undecided lead, `decidedAt` of a decided one; of a leased one, its `dueAt` before. */
  readonly at: number;
}

/** Before every place. */
const BEGINNING: ListPlace = { at: Number.MIN_SAFE_INTEGER, source: '', leadId: '' };

/** What a page is asked for by: a list's query, or that of a lease, whose order is another. */
type PageQuery = Pick<ListQuery, 'after' | 'limit' | 'onUnreadable'> & {
  readonly decided: boolean | 'due';
};

/** Returns what a page of leased leads is asked for by. */
export const duePage = ({ after, limit, onUnreadable }: LeaseQuery): PageQuery => ({
  after,
  limit,
  onUnreadable,
  decided: 'due',
});

/** Returns the place of an entry among the leads that are, or are not, decided. */
export function placeOf(entry: LedgerEntry): ListPlace {
  return { at: entry.decidedAt ?? entry.heldSince, ...nameOf(entry) };
}

const refusal = (): Error =>
  invalidInput('after', 'expected the `next` of a page of this ledger, for the same kind of leads');

/**
 * Reads where a page begins.
 *
 * @param ledgerId tells this ledger from all others.
 * @throws `InvalidInputError` at `after` for anything that is not such a text of this ledger.
 */
export function placeAfter(ledgerId: string, { after, decided }: PageQuery): ListPlace {
  if (after === undefined) return BEGINNING;
  let parts: unknown;
  try {
    parts = JSON.parse(after);
  } catch {
    throw refusal();
  }
  const [id, kind, at, source, leadId] = (Array.isArray(parts) ? parts : []) as unknown[];
  const isWhole =
    typeof source === 'string' && typeof leadId === 'string' && Number.isSafeInteger(at);
  if (id !== ledgerId || kind !== decided || !isWhole) throw refusal();
  return { at: Number(at), source, leadId };
}

/** Makes a page of what was found in order. There may be more if it is as many as asked for. */
export function pageOf(
  ledgerId: string,
  { decided, limit }: PageQuery,
  { entries, count, last }: { entries: LedgerEntry[]; count: number; last: ListPlace | undefined },
): LedgerPage {
  if (count < limit || last === undefined) return { entries };
  return { entries, next: JSON.stringify([ledgerId, decided, last.at, last.source, last.leadId]) };
}

/** Makes a page of rows. One that cannot be read has a place nevertheless. */
export function rowsPage(ledgerId: string, query: PageQuery, rows: readonly unknown[]): LedgerPage {
  const last = rows.at(-1) as Readonly<Record<string, unknown>> | undefined;
  const at = last?.['was_due'] ?? last?.['decided_at'] ?? last?.['held_since'];
  return pageOf(ledgerId, query, {
    entries: readableEntries(rows, query),
    count: rows.length,
    last: last && { at: Number(at), ...nameOfRow(last) },
  });
}
