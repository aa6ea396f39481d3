import { DURABLE } from '../sql/postgres/pool.ts';
import { creation } from '../sql/postgres/tables.ts';
import type { UniqueIndex } from '../sql/table-name.ts';
import { indexNameOf } from '../sql/table-name.ts';
import { COLUMNS, SAVED_COLUMNS } from './ledger-row.ts';

const TYPES = { text: 'text', number: 'bigint', flag: 'boolean' } as const;

const OWNED = 'owns_share';
const ACCEPTED = "state = 'accept'";

/** Without these, one share or one record could be two leads'. */
export const LEDGER_INDEXES: readonly UniqueIndex[] = [
  { column: 'lead_id' },
  { column: 'share_sha256', where: OWNED },
  { column: 'cdr_id', where: ACCEPTED },
];

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
  return creation(`CREATE TABLE IF NOT EXISTS ${table} (
${columns.join(',\n')}
);
CREATE UNIQUE INDEX IF NOT EXISTS ${share} ON ${table} (share_sha256) WHERE ${OWNED};
CREATE UNIQUE INDEX IF NOT EXISTS ${record} ON ${table} (cdr_id) WHERE ${ACCEPTED};
CREATE INDEX IF NOT EXISTS ${due} ON ${table} (due_at) WHERE due_at IS NOT NULL;`);
}

/**
 * Returns a statement that leases some leads. It is durable: if a lease were lost, no one would
 * know later that its worker may have paid.
 *
 * `some` must leave no choice but the one index that fits. The statistics may be of a quiet day, on
 * which no lead was due: then a sort of all due leads seems free, and so does their index for one
 * lead, which `+ 0` rules out.
 */
function lease(table: string, some: string): string {
  return `${DURABLE},
      due AS (
        SELECT lead_id, due_at AS was_due FROM ${table} WHERE ${some} FOR UPDATE SKIP LOCKED
      )
      UPDATE ${table} AS held SET
        version = held.version + 1,
        in_doubt = held.in_doubt OR held.in_hand,
        asked_at = CASE WHEN held.in_hand THEN held.due_at ELSE held.asked_at END,
        in_hand = true,
        due_at = $2,
        state = CASE WHEN held.state IN ('hold', 'fix') THEN 'asking' ELSE held.state END
      FROM due, durable WHERE held.lead_id = due.lead_id
      RETURNING held.*, due.was_due`;
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
    /** Parameters: the due instant, the new due instant, the limit. */
    lease: lease(table, 'due_at <= $1 ORDER BY due_at LIMIT $3'),
    /** Parameters: the due instant, the new due instant, the lead. */
    leaseOne: lease(table, `coalesce(due_at, ${Number.MAX_SAFE_INTEGER}) <= $1 AND lead_id = $3`),
  };
}
