import type { UniqueIndex } from '../sql/table-name.ts';
import { sqliteIndexOn } from '../sql/table-name.ts';
import { COLUMNS, SAVED_COLUMNS } from './ledger-row.ts';

const TYPES = { text: 'TEXT', number: 'INTEGER', flag: 'INTEGER' } as const;

const OWNED = 'owns_share = 1';
const ACCEPTED = "state = 'accept'";

/** Without these, one share or one record could be two leads'. */
export const LEDGER_INDEXES: readonly UniqueIndex[] = [
  { column: 'lead_id' },
  { column: 'share_sha256', where: OWNED },
  { column: 'cdr_id', where: ACCEPTED },
];

/** Returns the SQL that creates the table of leads and its indexes, if they do not exist. */
export function sqliteLedgerTable(table: string): string {
  const columns = COLUMNS.map(({ name, type, isNeeded }) => {
    const key = name === 'lead_id' ? ' PRIMARY KEY' : '';
    return `${name} ${TYPES[type]}${isNeeded ? ' NOT NULL' : ''}${key}`;
  });
  const index = (column: string): string => `INDEX ${sqliteIndexOn(table, column)}`;
  return `
    CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')}) STRICT;
    CREATE UNIQUE ${index('share_sha256')} WHERE ${OWNED};
    CREATE UNIQUE ${index('cdr_id')} WHERE ${ACCEPTED};
    CREATE ${index('due_at')} WHERE due_at IS NOT NULL`;
}

/** Returns the statements of a ledger; each runs within a transaction. */
export function sqliteLedgerSql(table: string) {
  const names = COLUMNS.map(({ name }) => name).join(', ');
  const places = COLUMNS.map(() => '?').join(', ');
  const changes = SAVED_COLUMNS.map(({ name }) => `${name} = ?`).join(', ');
  return {
    get: `SELECT * FROM ${table} WHERE lead_id = ?`,
    ownerOf: `SELECT lead_id FROM ${table} WHERE share_sha256 = ? AND owns_share = 1`,
    acceptedBy: `SELECT lead_id FROM ${table} WHERE cdr_id = ? AND state = 'accept'`,
    /** Parameters: the record, the lead. */
    recordTaken: `
      SELECT lead_id FROM ${table} WHERE cdr_id = ? AND state = 'accept' AND lead_id <> ?`,
    add: `INSERT INTO ${table} (${names}) VALUES (${places})`,
    /** Parameters: the columns except the id, the id, the version before. */
    save: `UPDATE ${table} SET ${changes} WHERE lead_id = ? AND version = ? RETURNING 1`,
    /** Parameters: the due instant, the limit. */
    due: `SELECT lead_id FROM ${table} WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
    /** Parameters: the due instant, the lead. */
    dueOne: `SELECT lead_id FROM ${table} WHERE due_at <= ? AND lead_id = ?`,
    /** Parameters: the new due instant, the lead. */
    lease: `
      UPDATE ${table} SET
        version = version + 1,
        in_doubt = MAX(in_doubt, in_hand),
        asked_at = CASE in_hand WHEN 1 THEN due_at ELSE asked_at END,
        in_hand = 1,
        due_at = ?,
        state = CASE WHEN state IN ('hold', 'fix') THEN 'asking' ELSE state END
      WHERE lead_id = ? RETURNING *`,
  };
}
