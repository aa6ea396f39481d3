/** Errors after which Postgres has rolled back a transaction that conflicted with another. */
const REPEATABLE = new Set(['40001', '40P01']);

/**
 * The most tries of one step, including the first. Under `serializable`, two rows that are close in
 * an index are enough for a conflict: with dozens of connections at work, five in a row do happen.
 */
export const MAX_TRIES = 20;

/** How deep to search: a query builder puts the database's error into the `cause` of its own. */
const MAX_CAUSES = 5;

/** Tells whether the database rolled the step back because of another one at the same time. */
export function isRepeatable(error: unknown): boolean {
  let each = error as { code?: unknown; cause?: unknown } | null | undefined;
  for (let i = 0; i < MAX_CAUSES && typeof each === 'object' && each !== null; i += 1) {
    if (REPEATABLE.has(String(each.code))) return true;
    each = each.cause as typeof each;
  }
  return false;
}

/** Runs one statement, and again if it was rolled back because of another. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries >= MAX_TRIES || !isRepeatable(error)) throw error;
    }
  }
}
