import type { StoredCdr } from '../world/entities.ts';
import type { World } from '../world/world.ts';

/** A pending record has no `createdAt` yet: what was captured last stands first. */
export const instantOf = ({ pending, capturedAt, createdAt }: StoredCdr): number =>
  pending === null ? createdAt : capturedAt;

interface Kept {
  readonly changes: number;
  readonly newestFirst: readonly StoredCdr[];
}

/** For as long as nothing changes, so that each look at ten thousand records need not sort them. */
const kept = new WeakMap<World['cdrs'], Kept>();

/** Every record, the newest first; of one instant, by the id. */
export function newestRecords({ cdrs }: World): readonly StoredCdr[] {
  const { changes } = cdrs;
  const known = kept.get(cdrs);
  if (known?.changes === changes) return known.newestFirst;
  // The table's own order is by the id, and sorting is stable.
  const newestFirst = cdrs.values().sort((a, b) => instantOf(b) - instantOf(a));
  kept.set(cdrs, { changes, newestFirst });
  return newestFirst;
}
