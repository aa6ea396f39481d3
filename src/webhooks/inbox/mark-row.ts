import type { ReconcileLease, ReconcileMark } from './webhook-inbox.ts';

/** A mark as stored in either database; `pg` returns a `bigint` as text. */
interface MarkRow {
  readonly domain_id: string;
  readonly acknowledged: number;
  readonly cdr_id: string;
  readonly created_at: string | number;
  readonly since: string | number;
  readonly oldest_cdr_id: string;
}

/** The columns of a mark, in the order of its values. */
export const MARK_COLUMNS = 'domain_id, acknowledged, cdr_id, created_at, since, oldest_cdr_id';

/** The columns of a lease, in the order of its values; two more values follow them. */
export const LEASE_COLUMNS = 'name, holder, ends_at, done_since';

/** Returns the end of a statement that inserts a mark, or replaces one that is no later. */
export function markConflict(kept: string): string {
  return `
      ON CONFLICT (domain_id, acknowledged) DO UPDATE
      SET cdr_id = excluded.cdr_id, created_at = excluded.created_at, since = excluded.since,
        oldest_cdr_id = excluded.oldest_cdr_id
      WHERE ${kept}.created_at <= excluded.created_at`;
}

/** Returns the end of a statement that inserts a lease; the places are of now, the latest end, since. */
export function leaseConflict(kept: string, places: readonly [string, string, string]): string {
  const [now, latest, since] = places;
  return `
      ON CONFLICT (name) DO UPDATE
      SET holder = excluded.holder, ends_at = excluded.ends_at, done_since = excluded.done_since
      WHERE ${kept}.holder = excluded.holder OR ${kept}.ends_at <= ${now}
        OR ${kept}.ends_at > ${latest} OR ${kept}.done_since > ${since}
      RETURNING 1`;
}

/** Reads the mark from a row. */
export function markOf(row: unknown): ReconcileMark {
  const { domain_id, acknowledged, cdr_id, created_at, since, oldest_cdr_id } = row as MarkRow;
  return {
    domainId: domain_id,
    acknowledged: acknowledged === 1,
    cdrId: cdr_id,
    createdAt: Number(created_at),
    since: Number(since),
    oldestCdrId: oldest_cdr_id,
  };
}

/** Returns the values of a mark's row. */
export function markValues(mark: ReconcileMark): (string | number)[] {
  const { domainId, acknowledged, cdrId, createdAt, since, oldestCdrId } = mark;
  const instants = [Math.floor(createdAt), Math.floor(since)];
  return [domainId, acknowledged ? 1 : 0, cdrId, ...instants, oldestCdrId];
}

/** Returns the values of a lease's row, then those of {@link leaseConflict}. */
export function leaseValues(lease: ReconcileLease): (string | number | null)[] {
  const { name, holder, now, until, latest, isDone } = lease;
  const since = Math.floor(lease.since);
  const ends = Math.floor(until);
  return [name, holder, ends, isDone ? since : null, Math.floor(now), Math.floor(latest), since];
}

/** Returns what keeps a run from its lease, by the row that it met. */
export function heldBy(row: unknown): 'running' | 'recent' {
  const { done_since } = (row ?? {}) as { done_since?: unknown };
  return done_since === null || done_since === undefined ? 'running' : 'recent';
}
