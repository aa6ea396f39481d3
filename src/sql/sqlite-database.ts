/** What is used of a database: `DatabaseSync` of `node:sqlite` fits. */
export interface SqliteDatabase {
  /** Runs statements that give no rows. */
  exec(sql: string): unknown;
  /** Compiles a statement. */
  prepare(sql: string): SqliteStatement;
  /** Whether a transaction is open, where the library tells. */
  readonly isTransaction?: boolean | undefined;
}

/** What is used of a prepared statement. */
export interface SqliteStatement {
  /** Runs it with these values, and gives all its rows. */
  all(...values: (string | number | null)[]): unknown[];
}
