import type { RefusalReason, ShadowVerdict } from './decision.ts';
import { inWords, type LeadName } from './lead.ts';
import type { LeaseQuery } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { type Row, RowColumns } from './row-columns.ts';

/** A value of a column, as it is passed to a database. */
export type ColumnValue = string | number | null;

/** A column of the table of leads, and how an entry fills it. */
interface Column {
  readonly name: string;
  /** A digest is 32 bytes in the table, and 64 hex digits in the entry and the statements. */
  readonly type: 'text' | 'number' | 'flag' | 'digest';
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
 * The table's columns, in the order of its statements. `share_url`, `phone`, `criteria` and `data`
 * are erased with the decision.
 */
export const COLUMNS: readonly Column[] = [
  needed('source', 'text', ({ source }) => source),
  needed('lead_id', 'text', ({ leadId }) => leadId),
  needed('share_sha256', 'digest', ({ shareSha256 }) => shareSha256),
  needed('owns_share', 'flag', ({ ownsShare }) => Number(ownsShare)),
  needed('phone_digest', 'digest', ({ phoneDigest }) => phoneDigest),
  needed('state', 'text', ({ state }) => state),
  needed('version', 'number', ({ version }) => version),
  needed('in_hand', 'flag', ({ inHand }) => Number(inHand)),
  needed('in_doubt', 'flag', ({ inDoubt }) => Number(inDoubt)),
  needed('only_if_paid', 'flag', ({ onlyIfPaid }) => Number(onlyIfPaid)),
  optional('asked_at', 'number', ({ askedAt }) => askedAt ?? null),
  optional('hand_since', 'number', ({ handSince }) => handSince),
  optional('doubt_since', 'number', ({ doubtSince }) => doubtSince),
  optional('due_at', 'number', ({ dueAt }) => dueAt),
  needed('held_since', 'number', ({ heldSince }) => heldSince),
  optional('decided_at', 'number', ({ decidedAt }) => decidedAt),
  needed('attempts', 'number', ({ attempts }) => attempts),
  optional('cdr_id', 'text', ({ cdrId }) => cdrId),
  optional('share_event_id', 'text', ({ shareEventId }) => shareEventId),
  needed('may_be_charged', 'flag', ({ mayBeCharged }) => Number(mayBeCharged)),
  optional('first_source', 'text', ({ firstLead }) => firstLead?.source ?? null),
  optional('first_lead_id', 'text', ({ firstLead }) => firstLead?.leadId ?? null),
  optional('code', 'text', ({ code }) => code),
  optional('message', 'text', ({ message }) => message),
  optional('scope', 'text', ({ scope }) => scope),
  needed('reasons', 'text', ({ reasons }) => JSON.stringify(reasons)),
  needed('request_ids', 'text', ({ requestIds }) => JSON.stringify(requestIds)),
  optional('settled_by', 'text', ({ settledBy }) => settledBy),
  optional('note', 'text', ({ note }) => note),
  optional('shadow', 'text', ({ shadow }) => (shadow === null ? null : JSON.stringify(shadow))),
  /** Pruned rows are not listed. An entry never is one: it is not saved again. */
  needed('pruned', 'flag', () => 0),
  optional('share_url', 'text', ({ material }) => material?.shareUrl || null),
  optional('phone', 'text', ({ material }) => material?.phone ?? null),
  optional('criteria', 'text', ({ material }) => material?.criteria ?? null),
  optional('data', 'text', ({ material }) => material?.data ?? null),
];

/** The columns of the key, which come first. */
export const KEY = 'source, lead_id';

/** The columns that a save changes: all except those of the key. */
export const SAVED_COLUMNS: readonly Column[] = COLUMNS.slice(2);

/** The name of the table with one row, which says of what version and whose a ledger is. */
export const aboutTable = (table: string): string => `${table}_about`;

/** The columns by which leads are leased. */
export const DUE_ORDER = `due_at, ${KEY}`;

/** The columns by which leads are listed that are, or are not, decided. */
export const listOrder = (decided: boolean): string =>
  `${decided ? 'decided_at' : 'held_since'}, ${KEY}`;

/** What pruning sets: of a row, its names, digests, decision, `cdr_id` and instants are left. */
export const PRUNED: readonly string[] = [
  "reasons = '[]'",
  "request_ids = '[]'",
  ...['message', 'share_event_id', 'settled_by', 'note', 'shadow'].map((name) => `${name} = NULL`),
];

/** Returns the entry's values, in the order of `columns`. */
export function valuesOf(entry: LedgerEntry, columns = COLUMNS): ColumnValue[] {
  return columns.map(({ value }) => value(entry));
}

/** A row that lacks what its lead needs was changed by something else, and is refused. */
function materialOf(columns: RowColumns): LedgerEntry['material'] {
  const isDecided = columns.numberOrNull('decided_at') !== null;
  const kept = ['phone', 'criteria'].map((name) => columns.textOrNull(name));
  if (isDecided && kept.every((text) => text === null)) return null;
  const mayLackShare = isDecided || columns.flag('only_if_paid');
  return {
    shareUrl: mayLackShare ? (columns.textOrNull('share_url') ?? '') : columns.text('share_url'),
    phone: columns.text('phone'),
    criteria: columns.text('criteria'),
    data: columns.textOrNull('data'),
  };
}

function firstLeadOf(columns: RowColumns): LeadName | null {
  const leadId = columns.textOrNull('first_lead_id');
  return leadId === null ? null : { source: columns.text('first_source'), leadId };
}

function read(columns: RowColumns): LedgerEntry {
  return {
    source: columns.text('source'),
    leadId: columns.text('lead_id'),
    shareSha256: columns.text('share_sha256'),
    ownsShare: columns.flag('owns_share'),
    phoneDigest: columns.text('phone_digest'),
    state: columns.state(),
    version: columns.number('version'),
    inHand: columns.flag('in_hand'),
    inDoubt: columns.flag('in_doubt'),
    onlyIfPaid: columns.flag('only_if_paid'),
    askedAt: columns.numberOrNull('asked_at'),
    handSince: columns.numberOrNull('hand_since'),
    doubtSince: columns.numberOrNull('doubt_since'),
    dueAt: columns.numberOrNull('due_at'),
    heldSince: columns.number('held_since'),
    decidedAt: columns.numberOrNull('decided_at'),
    attempts: columns.number('attempts'),
    cdrId: columns.textOrNull('cdr_id'),
    shareEventId: columns.textOrNull('share_event_id'),
    mayBeCharged: columns.flag('may_be_charged'),
    firstLead: firstLeadOf(columns),
    code: columns.textOrNull('code'),
    message: columns.textOrNull('message'),
    scope: columns.oneOf('scope', ['account', 'lead']),
    reasons: columns.list<RefusalReason>('reasons'),
    requestIds: columns.list<string>('request_ids'),
    settledBy: columns.textOrNull('settled_by'),
    note: columns.textOrNull('note'),
    shadow: columns.object('shadow') as ShadowVerdict | null,
    material: materialOf(columns),
  };
}

/** Returns the lead that a row is of. */
export function nameOfRow(row: unknown): LeadName {
  const { source, lead_id } = row as Row;
  return { source: String(source), leadId: String(lead_id) };
}

/**
 * Returns the entry that a row of the table holds.
 *
 * @throws `Error` naming the lead and the column that cannot be read, but not what it has.
 */
export function entryOfRow(row: unknown): LedgerEntry {
  try {
    return read(new RowColumns(row as Row));
  } catch (error) {
    throw new Error(
      `the row of lead ${inWords(nameOfRow(row))} cannot be read: ${(error as Error).message}`,
    );
  }
}

/** Returns the entries of rows. One that cannot be read is told and left out, or stops all. */
export function readableEntries(
  rows: readonly unknown[],
  { onUnreadable }: Pick<LeaseQuery, 'onUnreadable'>,
): LedgerEntry[] {
  return rows.flatMap((row) => {
    try {
      return [entryOfRow(row)];
    } catch (error) {
      if (onUnreadable === undefined) throw error;
      onUnreadable(nameOfRow(row), error as Error);
      return [];
    }
  });
}

/** What the row about a ledger says. */
export interface AboutLedger {
  readonly version: number;
  readonly ledgerId: string;
  readonly account: string | null;
  readonly prunedBefore: number | null;
}

/** Reads the row about a ledger. */
export function aboutOfRow(row: unknown): AboutLedger {
  const columns = new RowColumns(row as Row);
  return {
    version: columns.number('version'),
    ledgerId: columns.text('ledger_id'),
    account: columns.textOrNull('account'),
    prunedBefore: columns.numberOrNull('pruned_before'),
  };
}

/** Reads when the next lead is due. */
export const dueOfRow = (row: unknown): number | null =>
  new RowColumns(row as Row).numberOrNull('due_at');
