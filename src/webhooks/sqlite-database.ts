/** What is used of a database: `DatabaseSync` of `node:sqlite` fits, `better-sqlite3` does too. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  /** Whether a transaction is open, where the library tells. */
  readonly isTransaction?: boolean | undefined;
}

/** What is used of a prepared statement. */
export interface SqliteStatement {
  all(...values: (string | number | null)[]): unknown[];
}
