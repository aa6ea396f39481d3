/** Not an integer, so its cast fails; the error message contains it, whatever the server's language. */
const NOT_DONE = 'consent_evidence_not_done';

/**
 * The end of a statement that must fail if its `done` has no row. The `COMMIT` after it is in the same
 * round trip, so no one could look at the rows in between.
 */
export const MUST_BE_DONE = `
    SELECT (CASE WHEN EXISTS (SELECT FROM done) THEN '1' ELSE '${NOT_DONE}' END)::integer`;

/** Tells whether a statement failed because of {@link MUST_BE_DONE}. */
export function isNotDone(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === '22P02' && String(message).includes(NOT_DONE);
}
