import type { RefusalReason } from './decision.ts';
import { LEAD_STATES, type LeadState } from './lead-states.ts';
import type { LeaseQuery, LedgerEntry } from './ledger.ts';

/** A value of a column, as it is passed to a database. */
export type ColumnValue = string | number | null;

/** A column of the table of leads, and how an entry fills it. */
interface Column {
  readonly name: string;
  readonly type: 'text' | 'number' | 'flag';
  readonly isNeeded: boolean;
  readonly value: (entry: LedgerEntry) => ColumnValue;
}

const needed = (
  name: string,
  type: Column['type'],
  value: (entry: LedgerEntry) => ColumnValue,
): Column => ({ name, type, isNeeded: true, value });

const optional = (
  name: string,
  type: Column['type'],
  value: (entry: LedgerEntry) => ColumnValue,
): Column => ({ name, type, isNeeded: false, value });

/**
 * The table's columns, in the order of its statements. `share_url`, `phone` and `criteria` are
 * erased with the decision.
 */
export const COLUMNS: readonly Column[] = [
  needed('lead_id', 'text', ({ leadId }) => leadId),
  needed('share_sha256', 'text', ({ shareSha256 }) => shareSha256),
  needed('owns_share', 'flag', ({ ownsShare }) => Number(ownsShare)),
  needed('phone_digest', 'text', ({ phoneDigest }) => phoneDigest),
  needed('state', 'text', ({ state }) => state),
  needed('version', 'number', ({ version }) => version),
  needed('in_hand', 'flag', ({ inHand }) => Number(inHand)),
  needed('in_doubt', 'flag', ({ inDoubt }) => Number(inDoubt)),
  optional('asked_at', 'number', ({ askedAt }) => askedAt ?? null),
  optional('due_at', 'number', ({ dueAt }) => dueAt),
  needed('held_since', 'number', ({ heldSince }) => heldSince),
  optional('decided_at', 'number', ({ decidedAt }) => decidedAt),
  needed('attempts', 'number', ({ attempts }) => attempts),
  optional('cdr_id', 'text', ({ cdrId }) => cdrId),
  optional('first_lead_id', 'text', ({ firstLeadId }) => firstLeadId),
  optional('code', 'text', ({ code }) => code),
  optional('message', 'text', ({ message }) => message),
  optional('scope', 'text', ({ scope }) => scope),
  needed('reasons', 'text', ({ reasons }) => JSON.stringify(reasons)),
  needed('request_ids', 'text', ({ requestIds }) => JSON.stringify(requestIds)),
  optional('share_url', 'text', ({ material }) => material?.shareUrl ?? null),
  optional('phone', 'text', ({ material }) => material?.phone ?? null),
  optional('criteria', 'text', ({ material }) => material?.criteria ?? null),
];

/** The columns that a save changes: all except the lead's own id, which comes first. */
export const SAVED_COLUMNS: readonly Column[] = COLUMNS.slice(1);

/** Returns the entry's values, in the order of `columns`. */
export function valuesOf(entry: LedgerEntry, columns = COLUMNS): ColumnValue[] {
  return columns.map(({ value }) => value(entry));
}

type Row = Readonly<Record<string, unknown>>;

/** Whatever a driver makes of a boolean, or a pool whose types were changed. */
const FLAGS = new Map<unknown, boolean>([
  ...[true, 1, 1n, '1', 't', 'true'].map((value) => [value, true] as const),
  ...[false, 0, 0n, '0', 'f', 'false'].map((value) => [value, false] as const),
]);

/** Reads columns of a row. What is not of a column's kind is refused: it could hide a doubt. */
class Columns {
  readonly #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  #orNull<T>(name: string, expected: string, read: (value: unknown) => T | undefined): T | null {
    const value = this.#row[name];
    if (value === null) return null;
    const result = read(value);
    if (result !== undefined) return result;
    throw new Error(`its column ${name} has no ${expected}`);
  }

  #needed<T>(name: string, value: T | null): T {
    if (value !== null) return value;
    throw new Error(`its column ${name} is empty`);
  }

  textOrNull(name: string): string | null {
    return this.#orNull(name, 'text', (value) => (typeof value === 'string' ? value : undefined));
  }

  text(name: string): string {
    return this.#needed(name, this.textOrNull(name));
  }

  /** Postgres' driver returns a bigint as text. */
  numberOrNull(name: string): number | null {
    return this.#orNull(name, 'whole number', (value) => {
      const number = value === '' || typeof value === 'boolean' ? Number.NaN : Number(value);
      return Number.isSafeInteger(number) ? number : undefined;
    });
  }

  number(name: string): number {
    return this.#needed(name, this.numberOrNull(name));
  }

  flag(name: string): boolean {
    return this.#needed(
      name,
      this.#orNull(name, 'boolean', (value) => FLAGS.get(value)),
    );
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | null {
    return this.#orNull(name, `known ${name}`, (value) => values.find((each) => each === value));
  }

  list<T>(name: string): T[] {
    return this.#needed(
      name,
      this.#orNull(name, 'list', () => {
        try {
          const list: unknown = JSON.parse(this.text(name));
          return Array.isArray(list) ? (list as T[]) : undefined;
        } catch {
          return undefined; // its own message would show what is in it
        }
      }),
    );
  }

  state(): LeadState {
    return this.#needed('state', this.oneOf('state', LEAD_STATES));
  }
}

function materialOf(columns: Columns): LedgerEntry['material'] {
  const shareUrl = columns.textOrNull('share_url');
  if (shareUrl === null) return null;
  return {
    shareUrl,
    phone: columns.text('phone'),
    criteria: columns.text('criteria'),
  };
}

function read(columns: Columns): LedgerEntry {
  return {
    leadId: columns.text('lead_id'),
    shareSha256: columns.text('share_sha256'),
    ownsShare: columns.flag('owns_share'),
    phoneDigest: columns.text('phone_digest'),
    state: columns.state(),
    version: columns.number('version'),
    inHand: columns.flag('in_hand'),
    inDoubt: columns.flag('in_doubt'),
    askedAt: columns.numberOrNull('asked_at'),
    dueAt: columns.numberOrNull('due_at'),
    heldSince: columns.number('held_since'),
    decidedAt: columns.numberOrNull('decided_at'),
    attempts: columns.number('attempts'),
    cdrId: columns.textOrNull('cdr_id'),
    firstLeadId: columns.textOrNull('first_lead_id'),
    code: columns.textOrNull('code'),
    message: columns.textOrNull('message'),
    scope: columns.oneOf('scope', ['account', 'lead']),
    reasons: columns.list<RefusalReason>('reasons'),
    requestIds: columns.list<string>('request_ids'),
    material: materialOf(columns),
  };
}

/**
 * Returns the entry that a row of the table holds.
 *
 * @throws `Error` naming the lead and the column that cannot be read, but not what it has.
 */
export function entryOfRow(row: unknown): LedgerEntry {
  try {
    return read(new Columns(row as Row));
  } catch (error) {
    const { lead_id: leadId } = row as Row;
    throw new Error(
      `the row of lead ${String(leadId)} cannot be read: ${(error as Error).message}`,
    );
  }
}

/** Returns the entries of rows that were leased. */
export function leasedEntries(
  rows: readonly unknown[],
  { onUnreadable }: Pick<LeaseQuery, 'onUnreadable'>,
): LedgerEntry[] {
  return rows.flatMap((row) => {
    try {
      return [entryOfRow(row)];
    } catch (error) {
      if (onUnreadable === undefined) throw error;
      onUnreadable(String((row as Row)['lead_id']), error as Error);
      return [];
    }
  });
}
