/** The lock under which only one process at a time creates tables: one for all, so that none waits for another in a circle. */
const CREATION_LOCK = 7_231_498_102;

/**
 * Returns one statement that creates tables, for any number of processes at once, also where a
 * migration tool commits each statement by itself: `IF NOT EXISTS` alone fails then.
 */
export function creation(statements: string): string {
  return `DO $consent_evidence$ BEGIN
PERFORM pg_advisory_xact_lock(${CREATION_LOCK});
${statements.trim()}
END $consent_evidence$;
`;
}

/** Returns a query that finds a row if the table exists: no driver can read a row wrongly. */
export function existence(...tables: readonly string[]): string {
  return `SELECT 1 WHERE ${tables.map((table) => `to_regclass('${table}') IS NOT NULL`).join(' AND ')}`;
}
