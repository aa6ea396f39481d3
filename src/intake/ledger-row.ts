import type { RefusalReason } from './decision.ts';
import type { LeadState } from './lead-states.ts';
import type { LedgerEntry } from './ledger.ts';

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

const text = (value: unknown): string => value as string;
const textOrNull = (value: unknown): string | null => (value === null ? null : text(value));
// Postgres' driver returns a bigint as text, SQLite a flag as a number.
const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
const flag = (value: unknown): boolean => value === true || value === 1;

function materialOf(row: Row): LedgerEntry['material'] {
  if (row['share_url'] === null) return null;
  return {
    shareUrl: text(row['share_url']),
    phone: text(row['phone']),
    criteria: text(row['criteria']),
  };
}

/** Returns the entry that a row of the table holds. */
export function entryOfRow(row: unknown): LedgerEntry {
  const columns = row as Row;
  return {
    leadId: text(columns['lead_id']),
    shareSha256: text(columns['share_sha256']),
    ownsShare: flag(columns['owns_share']),
    phoneDigest: text(columns['phone_digest']),
    state: text(columns['state']) as LeadState,
    version: Number(columns['version']),
    inHand: flag(columns['in_hand']),
    inDoubt: flag(columns['in_doubt']),
    dueAt: numberOrNull(columns['due_at']),
    heldSince: Number(columns['held_since']),
    decidedAt: numberOrNull(columns['decided_at']),
    attempts: Number(columns['attempts']),
    cdrId: textOrNull(columns['cdr_id']),
    firstLeadId: textOrNull(columns['first_lead_id']),
    code: textOrNull(columns['code']),
    message: textOrNull(columns['message']),
    scope: textOrNull(columns['scope']) as LedgerEntry['scope'],
    reasons: JSON.parse(text(columns['reasons'])) as RefusalReason[],
    requestIds: JSON.parse(text(columns['request_ids'])) as string[],
    material: materialOf(columns),
  };
}
