import { DURABLE, IDLE_LIMITED } from '../../sql/postgres/pool.ts';
import { creation, existence } from '../../sql/postgres/tables.ts';

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
  domain_id text PRIMARY KEY,
  cdr_id text NOT NULL,
  created_at bigint NOT NULL,
  since bigint NOT NULL
);`);
}

/** Returns the statements of an inbox. */
export function postgresInboxSql(table: string) {
  return {
    hasTables: existence(table, `${table}_marks`),
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
    marks: `SELECT domain_id, cdr_id, created_at, since FROM ${table}_marks`,
    /** Domain, record, its instant, the earliest instant. */
    keepMark: `
      INSERT INTO ${table}_marks AS kept (domain_id, cdr_id, created_at, since)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (domain_id) DO UPDATE
      SET cdr_id = excluded.cdr_id, created_at = excluded.created_at, since = excluded.since
      WHERE kept.created_at <= excluded.created_at`,
  };
}
