import { indexesNotIn, type UniqueIndex } from '../table-name.ts';

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

/**
 * The unique indexes that refuse a second row at once, with their columns in order. One that is being
 * built, or whose building failed, refuses nothing or not everything.
 */
const uniqueIndexes = (table: string): string => `
  SELECT pg_get_expr(i.indpred, i.indrelid) AS "where", (
    SELECT string_agg(a.attname::text, ', ' ORDER BY key.place)
    FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS key(attnum, place)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = key.attnum
    WHERE key.place <= i.indnkeyatts
  ) AS "column"
  FROM pg_index i
  WHERE i.indrelid = to_regclass('${table}') AND i.indisunique AND i.indisvalid AND i.indisready
    AND i.indimmediate AND i.indexprs IS NULL`;

/**
 * Returns a check of a table, which looks only until it was found whole once.
 *
 * @throws what `refuse` makes of words that say what to do.
 */
export function wholeCheck(
  rowsOf: (text: string, values: []) => Promise<unknown[]>,
  table: string,
  needed: readonly UniqueIndex[],
  refuse: (remedy: string) => Error,
): () => Promise<void> {
  let whole: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const found = (await rowsOf(uniqueIndexes(table), [])) as { column: string; where: string }[];
    const missing = indexesNotIn(found, needed);
    if (missing.length === 0) return;
    const statements = missing.map(({ column, where }) => {
      const rows = where === undefined ? '' : ` WHERE ${where}`;
      return `CREATE UNIQUE INDEX ON ${table} (${column})${rows}`;
    });
    throw refuse(
      `${table} does not exist, or lacks unique indexes that are valid: ` +
        `run createTables() if there is no such table, else ${statements.join('; ')}`,
    );
  };
  return () => {
    whole ??= look().catch((error: unknown) => {
      whole = undefined; // someone may mend it
      throw error;
    });
    return whole;
  };
}

/**
 * Tells whether a unique index of Postgres refused a row. The index may belong to a table of the
 * caller's that was written in the same transaction.
 */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}
