/** No integer: the cast of it fails, and the message of that names it in every language. */
const NOT_DONE = 'consent_evidence_not_done';

/**
 * Ends a statement that fails where its `done` has no row: without parameters no one is there to look
 * at the rows before the `COMMIT` that stands behind it.
 */
export const MUST_BE_DONE = `
    SELECT (CASE WHEN EXISTS (SELECT FROM done) THEN '1' ELSE '${NOT_DONE}' END)::integer`;

/** Whether a statement failed by {@link MUST_BE_DONE}. */
export function isNotDone(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === '22P02' && String(message).includes(NOT_DONE);
}
