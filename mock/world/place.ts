import type { StoredCdr } from './entities.ts';

/** Where a record stands in a list; the record itself will do. */
export type Place = Pick<StoredCdr, 'createdAt' | 'cdrId'>;

/** Oldest first; of one instant, by the code units of the id. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  if (a.cdrId === b.cdrId) return 0;
  return a.cdrId < b.cdrId ? -1 : 1;
}
