import { DURABLE } from '../sql/durable.ts';
import { indexNameOf } from '../sql/table-name.ts';
import { COLUMNS, SAVED_COLUMNS } from './ledger-row.ts';

const TYPES = { text: 'text', number: 'bigint', flag: 'boolean' } as const;

/** Returns a parameter with its type, which an `INSERT … SELECT` cannot infer. */
function place(index: number, type: keyof typeof TYPES): string {
  return type === 'flag' ? `$${index}::int::boolean` : `$${index}::${TYPES[type]}`;
}

/** Returns the SQL that creates the table of leads and its indexes, for migrations. */
export function postgresLedgerTable(table: string): string {
  const columns = COLUMNS.map(({ name, type, isNeeded }) => {
    const key = name === 'lead_id' ? ' PRIMARY KEY' : '';
    return `  ${name} ${TYPES[type]}${isNeeded ? ' NOT NULL' : ''}${key}`;
  });
  const [due, share, record] = ['due_at', 'share_sha256', 'cdr_id'].map((column) =>
    indexNameOf(table, column),
  );
  return `CREATE TABLE IF NOT EXISTS ${table} (
${columns.join(',\n')}
);
CREATE UNIQUE INDEX IF NOT EXISTS ${share} ON ${table} (share_sha256) WHERE owns_share;
CREATE UNIQUE INDEX IF NOT EXISTS ${record} ON ${table} (cdr_id) WHERE state = 'accept';
CREATE INDEX IF NOT EXISTS ${due} ON ${table} (due_at) WHERE due_at IS NOT NULL;
`;
}

/** Returns the statements of a ledger; each is one atomic step. */
export function postgresLedgerSql(table: string) {
  const names = COLUMNS.map(({ name }) => name).join(', ');
  const places = COLUMNS.map(({ type }, index) => place(index + 1, type)).join(', ');
  const changes = SAVED_COLUMNS.map(
    ({ name, type }, index) => `${name} = ${place(index + 3, type)}`,
  ).join(', ');
  return {
    get: `SELECT * FROM ${table} WHERE lead_id = $1`,
    ownerOf: `SELECT lead_id FROM ${table} WHERE share_sha256 = $1 AND owns_share`,
    acceptedBy: `SELECT lead_id FROM ${table} WHERE cdr_id = $1 AND state = 'accept'`,
    accepted: `
      SELECT cdr_id FROM ${table} WHERE state = 'accept'
      AND cdr_id IN (SELECT json_array_elements_text($1::json))`,
    add: `${DURABLE}
      INSERT INTO ${table} (${names}) SELECT ${places} FROM durable
      ON CONFLICT DO NOTHING RETURNING 1`,
    /** Parameters: the lead, the version before, the columns except the id. */
    save: `${DURABLE}
      UPDATE ${table} SET ${changes} FROM durable WHERE lead_id = $1 AND version = $2 RETURNING 1`,
    /**
     * Parameters: the due instant, the lead or null, the limit, the new due instant. Durable too:
     * if a lease were lost, no one would know later that its worker may have paid.
     */
    lease: `${DURABLE},
      due AS (
        SELECT lead_id, due_at AS was_due FROM ${table}
        WHERE due_at <= $1 AND ($2::text IS NULL OR lead_id = $2)
        ORDER BY due_at, lead_id LIMIT $3 FOR UPDATE SKIP LOCKED
      )
      UPDATE ${table} AS held SET
        version = held.version + 1,
        in_doubt = held.in_doubt OR held.in_hand,
        in_hand = true,
        due_at = $4,
        state = CASE WHEN held.state IN ('hold', 'fix') THEN 'asking' ELSE held.state END
      FROM due, durable WHERE held.lead_id = due.lead_id
      RETURNING held.*, due.was_due`,
  };
}
