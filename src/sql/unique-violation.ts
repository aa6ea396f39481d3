/**
 * Tells whether a unique index of Postgres refused a row. The index may belong to a table of the
 * caller's that was written in the same transaction.
 */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}
