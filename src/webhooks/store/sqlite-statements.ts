import type { SqliteDatabase, SqliteStatement } from '../../sql/sqlite/database.ts';
import { sqliteIndexOn } from '../../sql/table-name.ts';

/**
 * The statements of a store. Each is one atomic step; a returned row means that it changed
 * something.
 */
interface SqliteStatements {
  /** Id, claim, end of the lease, now. */
  readonly claim: SqliteStatement;
  /** Id. */
  readonly isCompleted: SqliteStatement;
  /** Id, claim, now. Finds a row if `completeOnce` could do nothing. */
  readonly isAnothers: SqliteStatement;
  /** Id, claim, end of the retention, now. */
  readonly complete: SqliteStatement;
  /** The same, but does nothing if the id is already completed. */
  readonly completeOnce: SqliteStatement;
  /** Id, claim. */
  readonly release: SqliteStatement;
  /** Now, the most rows. */
  readonly sweep: SqliteStatement;
}

/**
 * Creates the table if it does not exist, and prepares the statements. All times are Unix
 * milliseconds. A row whose `ends_at` has passed counts as absent.
 *
 * Run statements with `all()`, never with `get()`, which stops at the first row and so hides an
 * error of the commit that follows.
 */
export function sqliteStatements(database: SqliteDatabase, table: string): SqliteStatements {
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (
      webhook_id TEXT PRIMARY KEY NOT NULL,
      claim_id TEXT,
      completed INTEGER NOT NULL,
      ends_at INTEGER NOT NULL
    ) WITHOUT ROWID
  `);
  database.exec(`CREATE INDEX ${sqliteIndexOn(table, 'ends_at')}`);
  const completeWhere = (condition: string): SqliteStatement =>
    database.prepare(`
      INSERT INTO ${table} (webhook_id, claim_id, completed, ends_at) VALUES (?1, ?2, 1, ?3)
      ON CONFLICT (webhook_id) DO UPDATE
      SET claim_id = excluded.claim_id, completed = 1, ends_at = excluded.ends_at
      WHERE ends_at <= ?4 OR ${condition}
      RETURNING 1
    `);
  return {
    claim: database.prepare(`
      INSERT INTO ${table} (webhook_id, claim_id, completed, ends_at) VALUES (?1, ?2, 0, ?3)
      ON CONFLICT (webhook_id) DO UPDATE
      SET claim_id = excluded.claim_id, completed = 0, ends_at = excluded.ends_at
      WHERE ends_at <= ?4
      RETURNING 1
    `),
    isCompleted: database.prepare(`SELECT 1 FROM ${table} WHERE webhook_id = ?1 AND completed = 1`),
    isAnothers: database.prepare(`
      SELECT 1 FROM ${table}
      WHERE webhook_id = ?1 AND ends_at > ?3 AND NOT (completed = 0 AND claim_id IS ?2)
    `),
    complete: completeWhere('?2 IS NULL OR claim_id = ?2'),
    completeOnce: completeWhere('(completed = 0 AND claim_id = ?2)'),
    release: database.prepare(`
      DELETE FROM ${table}
      WHERE webhook_id = ?1 AND completed = 0 AND (?2 IS NULL OR claim_id = ?2)
    `),
    sweep: database.prepare(`
      DELETE FROM ${table}
      WHERE webhook_id IN (SELECT webhook_id FROM ${table} WHERE ends_at <= ?1 LIMIT ?2)
    `),
  };
}
