import type { StoredCdr } from './entities.ts';

/** The position of a record in a list. A record can be used as its own position. */
export type Place = Pick<StoredCdr, 'createdAt' | 'cdrId'>;

/** Compares places: oldest first, then by the code units of the id. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  if (a.cdrId === b.cdrId) return 0;
  return a.cdrId < b.cdrId ? -1 : 1;
}
