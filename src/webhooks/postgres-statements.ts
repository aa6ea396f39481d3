import { DURABLE, PASSING } from '../sql/durable.ts';
import { MUST_BE_DONE } from '../sql/must-be-done.ts';
import { indexNameOf } from '../sql/table-name.ts';

/** Makes two processes that create the table at once do it one after the other. */
const CREATION_LOCK = 7_231_498_102;

/** The SQL of a store; each is one atomic step. What gives a row has done something. */
interface PostgresStatements {
  /** Gives `true` where there is the table. */
  readonly hasTable: string;
  readonly createTable: string;
  /** Id, claim, seconds of the lease, now. */
  readonly claim: string;
  /** Id. */
  readonly isCompleted: string;
  /** Id, claim, seconds of retention, now. */
  readonly complete: string;
  /** The same, but it fails ({@link isNotDone}) where it is another's or completed already. */
  readonly completeOnce: string;
  /** Id, claim. */
  readonly release: string;
  /** Now, the most rows, seconds of retention. */
  readonly sweep: string;
}

function present(parameter: string): string {
  return `coalesce(${parameter}::timestamptz, now())`;
}

function seconds(parameter: string): string {
  return `${parameter}::double precision * interval '1 second'`;
}

/**
 * A row whose `ends_at` has come is as if it were not there. Where `now` is null, it is the server's.
 *
 * No column of an index ever changes, and half of each page is left for the second version of its
 * rows: so an update touches no index (HOT), and its old version needs no vacuum.
 */
export function postgresStatements(table: string): PostgresStatements {
  const endsAt = `${present('$4')} + ${seconds('$3')}`;
  const completeWhere = (condition: string): string => `
    INSERT INTO ${table} AS held (webhook_id, claim_id, completed, claimed_at, ends_at)
    SELECT $1::text, $2::text, true, ${present('$4')}, ${endsAt} FROM durable
    ON CONFLICT (webhook_id) DO UPDATE
    SET claim_id = excluded.claim_id, completed = true, ends_at = excluded.ends_at
    WHERE held.ends_at <= ${present('$4')} OR ${condition}
    RETURNING 1`;
  return {
    hasTable: `SELECT to_regclass('${table}') IS NOT NULL AS found`,
    createTable: `
      SELECT pg_advisory_xact_lock(${CREATION_LOCK});
      CREATE TABLE IF NOT EXISTS ${table} (
        webhook_id text PRIMARY KEY,
        claim_id text,
        completed boolean NOT NULL,
        claimed_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL
      ) WITH (fillfactor = 50);
      CREATE INDEX IF NOT EXISTS ${indexNameOf(table, 'claimed_at')} ON ${table} (claimed_at)`,
    // The id of a claim that is lost is free, as it is at the lease's end: only a completion must last.
    claim: `${PASSING}
      INSERT INTO ${table} AS held (webhook_id, claim_id, completed, claimed_at, ends_at)
      SELECT $1::text, $2::text, false, ${present('$4')}, ${endsAt} FROM passing
      ON CONFLICT (webhook_id) DO UPDATE
      SET claim_id = excluded.claim_id, completed = false, ends_at = excluded.ends_at
      WHERE held.ends_at <= ${present('$4')}
      RETURNING 1`,
    isCompleted: `SELECT 1 FROM ${table} WHERE webhook_id = $1 AND completed`,
    complete: `${DURABLE} ${completeWhere('$2::text IS NULL OR held.claim_id = $2')}`,
    completeOnce: `${DURABLE}, done AS (
      ${completeWhere('(NOT held.completed AND held.claim_id = $2)')}
    ) ${MUST_BE_DONE}`,
    release: `
      DELETE FROM ${table}
      WHERE webhook_id = $1 AND NOT completed AND ($2::text IS NULL OR claim_id = $2)`,
    // By the indexed column first: what was claimed less than a retention ago is still remembered,
    // or was never completed and can wait. Rows that another sweep holds are passed over, so that
    // two of them never wait for each other.
    sweep: `
      DELETE FROM ${table} WHERE webhook_id IN (
        SELECT webhook_id FROM ${table}
        WHERE claimed_at <= ${present('$1')} - ${seconds('$3')} AND ends_at <= ${present('$1')}
        LIMIT $2 FOR UPDATE SKIP LOCKED
      )`,
  };
}
