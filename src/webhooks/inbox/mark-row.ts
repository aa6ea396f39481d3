import type { ReconcileMark } from './webhook-inbox.ts';

/** A mark as stored in either database; `pg` returns a `bigint` as text. */
interface MarkRow {
  readonly domain_id: string;
  readonly cdr_id: string;
  readonly created_at: string | number;
  readonly since: string | number;
}

/** Reads the mark from a row. */
export function markOf(row: unknown): ReconcileMark {
  const { domain_id, cdr_id, created_at, since } = row as MarkRow;
  return {
    domainId: domain_id,
    cdrId: cdr_id,
    createdAt: Number(created_at),
    since: Number(since),
  };
}

/** Returns the values of a row in the order of the statements. */
export function markValues(mark: ReconcileMark): [string, string, number, number] {
  return [mark.domainId, mark.cdrId, Math.floor(mark.createdAt), Math.floor(mark.since)];
}
