import { DURABLE, IDLE_LIMITED } from '../../sql/postgres/pool.ts';
import { creation, existence } from '../../sql/postgres/tables.ts';
import { LEASE_COLUMNS, leaseConflict, MARK_COLUMNS, markConflict } from './mark-row.ts';

/** Mixed into a record's digest, to keep the locks of records apart from others. */
const RECORD_LOCKS = 7_231_498_105;

/** Returns the SQL that creates the tables of an inbox, also for migrations. */
export function postgresInboxTables(table: string): string {
  return creation(`CREATE TABLE IF NOT EXISTS ${table} (
  cdr_id text PRIMARY KEY,
  domain_id text,
  via text NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS ${table}_marks (
  domain_id text NOT NULL,
  acknowledged integer NOT NULL,
  cdr_id text NOT NULL,
  created_at bigint NOT NULL,
  since bigint NOT NULL,
  oldest_cdr_id text NOT NULL,
  PRIMARY KEY (domain_id, acknowledged)
);
CREATE TABLE IF NOT EXISTS ${table}_leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  ends_at bigint NOT NULL,
  done_since bigint
);`);
}

/** Returns the statements of an inbox. */
export function postgresInboxSql(table: string) {
  return {
    hasTables: existence(table, `${table}_marks`, `${table}_leases`),
    /** Record. Waits for any transaction that is taking it; returns a row if it was already taken. */
    find: `${IDLE_LIMITED};
      SELECT pg_advisory_xact_lock(hashtextextended($1::text, ${RECORD_LOCKS}));
      SELECT 1 FROM ${table} WHERE cdr_id = $1::text`,
    /** Record, domain or null, source. */
    add: `${DURABLE}
      INSERT INTO ${table} (cdr_id, domain_id, via)
      SELECT $1::text, $2::text, $3::text FROM durable`,
    /** A list of records as JSON. */
    known: `
      SELECT cdr_id FROM ${table} WHERE cdr_id IN (SELECT json_array_elements_text($1::json))`,
    marks: `SELECT ${MARK_COLUMNS} FROM ${table}_marks`,
    /** The values of a mark. */
    keepMark: `
      INSERT INTO ${table}_marks AS kept (${MARK_COLUMNS})
      VALUES ($1, $2, $3, $4, $5, $6)${markConflict('kept')}`,
    /** The values of a lease, then now, the latest end and since. */
    lease: `
      INSERT INTO ${table}_leases AS kept (${LEASE_COLUMNS})
      VALUES ($1, $2, $3, $4)${leaseConflict('kept', ['$5', '$6', '$7'])}`,
    leaseOf: `SELECT done_since FROM ${table}_leases WHERE name = $1`,
  };
}
