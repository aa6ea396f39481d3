import { DURABLE, PASSING } from '../../sql/postgres/pool.ts';
import { MUST_BE_DONE } from '../../sql/postgres/statements.ts';
import { creation, existence } from '../../sql/postgres/tables.ts';
import { indexNameOf } from '../../sql/table-name.ts';

/** The SQL of a store. Each is one atomic step; a returned row means that it changed something. */
interface PostgresStatements {
  /** Finds a row if the table exists. */
  readonly hasTable: string;
  readonly createTable: string;
  /** Id, claim, lease in seconds, now. */
  readonly claim: string;
  /** Id. */
  readonly isCompleted: string;
  /** Id, claim, retention in seconds, now. */
  readonly complete: string;
  /** The same, but fails ({@link isNotDone}) if the id is another claim's or already completed. */
  readonly completeOnce: string;
  /** Id, claim. */
  readonly release: string;
  /** Now, the most rows, retention in seconds. */
  readonly sweep: string;
}

function present(parameter: string): string {
  return `coalesce(${parameter}::timestamptz, now())`;
}

function seconds(parameter: string): string {
  return `${parameter}::double precision * interval '1 second'`;
}

/**
 * Returns the statements for a table. A row whose `ends_at` has passed counts as absent. If `now`
 * is null, the server's clock is used.
 *
 * No indexed column ever changes, and half of each page is reserved for second versions of its
 * rows. So an update touches no index (HOT), and the old version needs no vacuum.
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
    hasTable: existence(table),
    createTable: creation(`
      CREATE TABLE IF NOT EXISTS ${table} (
        webhook_id text PRIMARY KEY,
        claim_id text,
        completed boolean NOT NULL,
        claimed_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL
      ) WITH (fillfactor = 50);
      CREATE INDEX IF NOT EXISTS ${indexNameOf(table, 'claimed_at')} ON ${table} (claimed_at);`),
    // A crash that loses a claim frees the id, as the lease end does; only completions must last.
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
    // Filter by the indexed column first: an id claimed less than one retention ago is still
    // remembered, or was never completed and can wait. Skip rows that another sweep holds, so that
    // sweeps never wait for each other.
    sweep: `
      DELETE FROM ${table} WHERE webhook_id IN (
        SELECT webhook_id FROM ${table}
        WHERE claimed_at <= ${present('$1')} - ${seconds('$3')} AND ends_at <= ${present('$1')}
        LIMIT $2 FOR UPDATE SKIP LOCKED
      )`,
  };
}
