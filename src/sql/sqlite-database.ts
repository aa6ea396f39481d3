/** The parts of a database that are used: `DatabaseSync` of `node:sqlite` has them. */
export interface SqliteDatabase {
  /** Runs statements that return no rows. */
  exec(sql: string): unknown;
  /** Compiles a statement. */
  prepare(sql: string): SqliteStatement;
  /** Whether a transaction is open; absent if the library does not tell. */
  readonly isTransaction?: boolean | undefined;
}

/** The parts of a prepared statement that are used. */
export interface SqliteStatement {
  /** Runs the statement with these values, and returns all its rows. */
  all(...values: (string | number | null)[]): unknown[];
}
