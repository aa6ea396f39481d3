import type { UniqueIndex } from '../sql/table-name.ts';
import { sqliteIndexOn } from '../sql/table-name.ts';
import { LEDGER_VERSION } from './ledger-error.ts';
import {
  aboutTable,
  COLUMNS,
  DUE_ORDER,
  KEY,
  listOrder,
  PRUNED,
  SAVED_COLUMNS,
} from './ledger-row.ts';

const TYPES = { text: 'TEXT', number: 'INTEGER', flag: 'INTEGER', digest: 'BLOB' } as const;

const OWNED = 'owns_share = 1';
const ACCEPTED = "state = 'accept'";
/** The rows of each list; its index has the same predicate. */
const OPEN = 'decided_at IS NULL';
const DECIDED = 'decided_at IS NOT NULL AND pruned = 0';

/** Without these, one share or one record could be two leads'. */
export const LEDGER_INDEXES: readonly UniqueIndex[] = [
  { column: KEY },
  { column: 'share_sha256', where: OWNED },
  { column: 'cdr_id', where: ACCEPTED },
];

const place = (type: keyof typeof TYPES): string => (type === 'digest' ? 'unhex(?)' : '?');

/** The columns by name, digests as the hex digits of the entry. */
const SELECTED = COLUMNS.map(({ name, type }) =>
  type === 'digest' ? `lower(hex(${name})) AS ${name}` : name,
).join(', ');

/** Returns the SQL that creates the table about a ledger; only for a ledger that has no table yet. */
export function sqliteAboutTable(table: string): string {
  const about = aboutTable(table);
  return `
    CREATE TABLE IF NOT EXISTS ${about} (
      version INTEGER NOT NULL, ledger_id TEXT NOT NULL, account TEXT, pruned_before INTEGER
    ) STRICT;
    DELETE FROM ${about};
    INSERT INTO ${about} (version, ledger_id)
    VALUES (${LEDGER_VERSION}, lower(hex(randomblob(16))))`;
}

/** Returns the SQL that creates the table of leads and its indexes, if they do not exist. */
export function sqliteLedgerTable(table: string): string {
  const columns = COLUMNS.map(
    ({ name, type, isNeeded }) => `${name} ${TYPES[type]}${isNeeded ? ' NOT NULL' : ''}`,
  );
  const index = (columns: string): string => `INDEX ${sqliteIndexOn(table, columns)}`;
  return `
    CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')}, PRIMARY KEY (${KEY})) STRICT;
    CREATE UNIQUE ${index('share_sha256')} WHERE ${OWNED};
    CREATE UNIQUE ${index('cdr_id')} WHERE ${ACCEPTED};
    CREATE ${index(DUE_ORDER)} WHERE due_at IS NOT NULL;
    CREATE ${index(listOrder(false))} WHERE ${OPEN};
    CREATE ${index(listOrder(true))} WHERE ${DECIDED};
    CREATE ${index('state, decided_at')} WHERE pruned = 1`;
}

/** Parameters: from, to, the source twice or null, the place before: at, source, lead; the limit. */
function list(table: string, decided: boolean): string {
  const [at] = listOrder(decided).split(', ');
  return `
    SELECT ${SELECTED} FROM ${table} WHERE ${decided ? DECIDED : OPEN}
    AND ${at} >= ? AND ${at} < ? AND (? IS NULL OR source = ?)
    AND (${listOrder(decided)}) > (?, ?, ?)
    ORDER BY ${listOrder(decided)} LIMIT ?`;
}

/** Returns the statements of a ledger; each runs within a transaction. */
export function sqliteLedgerSql(table: string) {
  const about = aboutTable(table);
  const names = COLUMNS.map(({ name }) => name).join(', ');
  const places = COLUMNS.map(({ type }) => place(type)).join(', ');
  const changes = SAVED_COLUMNS.map(({ name, type }) => `${name} = ${place(type)}`).join(', ');
  return {
    /** Parameter: the account. */
    claim: `UPDATE ${about} SET account = ? WHERE account IS NULL`,
    about: `SELECT version, ledger_id, account, pruned_before FROM ${about}`,
    get: `SELECT ${SELECTED} FROM ${table} WHERE source = ? AND lead_id = ?`,
    ownerOf: `SELECT ${KEY} FROM ${table} WHERE share_sha256 = unhex(?) AND owns_share = 1`,
    acceptedBy: `SELECT ${KEY} FROM ${table} WHERE cdr_id = ? AND state = 'accept'`,
    /** Parameters: the record, the lead's source and id. */
    recordTaken: `
      SELECT ${KEY} FROM ${table} WHERE cdr_id = ? AND state = 'accept'
      AND (source, lead_id) <> (?, ?)`,
    add: `INSERT INTO ${table} (${names}) VALUES (${places})`,
    /** Parameters: the columns except the name, the source and the id, the version before. */
    save: `
      UPDATE ${table} SET ${changes}
      WHERE source = ? AND lead_id = ? AND version = ? RETURNING 1`,
    /** Parameters: the due instant, the place before: at, source, lead; the limit. */
    due: `
      SELECT ${KEY}, due_at AS was_due FROM ${table} WHERE due_at <= ?
      AND (${DUE_ORDER}) > (?, ?, ?) ORDER BY ${DUE_ORDER} LIMIT ?`,
    nextDue: `SELECT MIN(due_at) AS due_at FROM ${table} WHERE due_at IS NOT NULL`,
    /** Parameters: the due instant, the source, the lead. */
    dueOne: `SELECT ${KEY}, due_at AS was_due FROM ${table} WHERE due_at <= ? AND source = ? AND lead_id = ?`,
    /** Parameters: the instant of now, the new due instant, the source, the lead. */
    lease: `
      UPDATE ${table} SET
        version = version + 1,
        in_doubt = MAX(in_doubt, in_hand),
        asked_at = CASE in_hand WHEN 1 THEN due_at ELSE asked_at END,
        doubt_since = CASE in_hand WHEN 1 THEN coalesce(doubt_since, hand_since) ELSE doubt_since END,
        in_hand = 1,
        hand_since = ?,
        due_at = ?,
        state = CASE WHEN state IN ('hold', 'fix') THEN 'asking' ELSE state END
      WHERE source = ? AND lead_id = ? RETURNING ${SELECTED}`,
    listOpen: list(table, false),
    listDecided: list(table, true),
    /** Parameter: the instant, twice. */
    prunedBefore: `UPDATE ${about} SET pruned_before = MAX(coalesce(pruned_before, ?), ?)`,
    /**
     * Deletes rows that were made smaller before. Parameters: decided before, the same for rows without
     * a record, for accepted ones, the limit.
     */
    deletePruned: `
      DELETE FROM ${table} WHERE rowid IN (
        SELECT rowid FROM ${table} WHERE pruned = 1 AND state = 'accept'
        AND due_at IS NULL AND decided_at < min(?1, ?3)
        UNION ALL SELECT rowid FROM ${table} WHERE pruned = 1 AND state IN ('refuse', 'duplicate')
        AND due_at IS NULL AND decided_at < min(?1, ?2) LIMIT ?4
      ) RETURNING 1`,
    /** The longest decided rows, and which of them to delete. Parameters: as before. */
    toPrune: `
      SELECT ${KEY}, decided_at < CASE state WHEN 'accept' THEN ?3 ELSE ?2 END AS is_gone
      FROM ${table} WHERE ${DECIDED} AND due_at IS NULL AND decided_at < ?1
      ORDER BY ${listOrder(true)} LIMIT ?4`,
    /** Parameters: the source, the lead. */
    delete: `DELETE FROM ${table} WHERE source = ? AND lead_id = ?`,
    /** Parameters: the source, the lead. */
    slim: `
      UPDATE ${table} SET ${PRUNED.join(', ')}, pruned = 1 WHERE source = ? AND lead_id = ?`,
  };
}
