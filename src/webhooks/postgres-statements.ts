import { indexNameOf } from './table-name.ts';

/** Makes two processes that create the table at once do it one after the other. */
const CREATION_LOCK = 7_231_498_102;

/** The SQL of a store; each is one atomic step. What gives a row has done something. */
interface PostgresStatements {
  readonly createTable: string;
  /** Id, claim, seconds of the lease, now. */
  readonly claim: string;
  /** Id. */
  readonly isCompleted: string;
  /** Id, claim, seconds of retention, now. */
  readonly complete: string;
  /** The same, but nothing where it is completed already. */
  readonly completeOnce: string;
  /** Id, claim. */
  readonly release: string;
  /** Now, the most rows. */
  readonly sweep: string;
}

function present(parameter: string): string {
  return `coalesce(${parameter}::timestamptz, now())`;
}

/** A row whose `ends_at` has come is as if it were not there. Where `now` is null, it is the server's. */
export function postgresStatements(table: string): PostgresStatements {
  const endsAt = `${present('$4')} + make_interval(secs => $3::double precision)`;
  const completeWhere = (condition: string): string => `
    INSERT INTO ${table} AS held (webhook_id, claim_id, completed, ends_at)
    VALUES ($1, $2, true, ${endsAt})
    ON CONFLICT (webhook_id) DO UPDATE
    SET claim_id = excluded.claim_id, completed = true, ends_at = excluded.ends_at
    WHERE held.ends_at <= ${present('$4')} OR ${condition}
    RETURNING 1`;
  return {
    createTable: `
      SELECT pg_advisory_xact_lock(${CREATION_LOCK});
      CREATE TABLE IF NOT EXISTS ${table} (
        webhook_id text PRIMARY KEY,
        claim_id text,
        completed boolean NOT NULL,
        ends_at timestamptz NOT NULL
      );
      CREATE INDEX IF NOT EXISTS ${indexNameOf(table)} ON ${table} (ends_at)`,
    claim: `
      INSERT INTO ${table} AS held (webhook_id, claim_id, completed, ends_at)
      VALUES ($1, $2, false, ${endsAt})
      ON CONFLICT (webhook_id) DO UPDATE
      SET claim_id = excluded.claim_id, completed = false, ends_at = excluded.ends_at
      WHERE held.ends_at <= ${present('$4')}
      RETURNING 1`,
    isCompleted: `SELECT 1 FROM ${table} WHERE webhook_id = $1 AND completed`,
    complete: completeWhere('$2::text IS NULL OR held.claim_id = $2'),
    completeOnce: completeWhere('(NOT held.completed AND held.claim_id = $2)'),
    release: `
      DELETE FROM ${table}
      WHERE webhook_id = $1 AND NOT completed AND ($2::text IS NULL OR claim_id = $2)`,
    // Rows that another sweep holds are passed over: two of them never wait for each other.
    sweep: `
      DELETE FROM ${table} WHERE webhook_id IN (
        SELECT webhook_id FROM ${table} WHERE ends_at <= ${present('$1')}
        LIMIT $2 FOR UPDATE SKIP LOCKED
      )`,
  };
}
