import { invalidInput } from '../errors/invalid-input-error.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** What tells a client of `pg` from a pool, which also has `query` and `connect`. */
type MaybeClient = Partial<Record<'query' | 'connect' | 'escapeIdentifier', unknown>> | null;

/**
 * Checks that this is a pool. A single client works for each statement on its own and fails only at
 * the first transaction, when a lead has been paid for.
 */
export function checkPool(pool: PostgresPool): void {
  const given = pool as MaybeClient | undefined;
  if (typeof given?.escapeIdentifier === 'function') {
    throw invalidInput('pool', 'expected a Pool of pg, not a Client: a transaction takes its own');
  }
  if (typeof given?.query === 'function' && typeof given.connect === 'function') return;
  throw invalidInput('pool', 'expected a Pool of pg, with query() and connect()');
}
