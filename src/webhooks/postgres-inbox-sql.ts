import { DURABLE } from '../sql/durable.ts';

/** Sets the locks of records apart from those of others: it is mixed into the record's digest. */
const RECORD_LOCKS = 7_231_498_105;

/** The tables of an inbox, for migrations of one's own. */
export function postgresInboxTables(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
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
);
`;
}

/** The statements of an inbox. */
export function postgresInboxSql(table: string) {
  return {
    hasTables: `
      SELECT to_regclass('${table}') IS NOT NULL
        AND to_regclass('${table}_marks') IS NOT NULL AS found`,
    /** Record. Waits for whoever takes it at the moment, and gives a row where it was taken before. */
    find: `
      SELECT pg_advisory_xact_lock(hashtextextended($1::text, ${RECORD_LOCKS}));
      SELECT 1 FROM ${table} WHERE cdr_id = $1::text`,
    /** Record, domain or null, way in. */
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
