import type { StoredCdr } from '../../world/entities.ts';
import type { World } from '../../world/world.ts';

/** A pending record has no `createdAt` yet, so it is sorted by its capture time. */
export const instantOf = ({ pending, capturedAt, createdAt }: StoredCdr): number =>
  pending === null ? createdAt : capturedAt;

interface Kept {
  readonly changes: number;
  readonly newestFirst: readonly StoredCdr[];
}

/**
 * Kept until something changes, so that repeated reads do not sort ten thousand records each time.
 */
const kept = new WeakMap<World['cdrs'], Kept>();

/** Returns every record, the newest first; records of the same instant as they were added. */
export function newestRecords({ cdrs }: World): readonly StoredCdr[] {
  const { changes } = cdrs;
  const known = kept.get(cdrs);
  if (known?.changes === changes) return known.newestFirst;
  const newestFirst = cdrs.values().sort((a, b) => instantOf(b) - instantOf(a));
  kept.set(cdrs, { changes, newestFirst });
  return newestFirst;
}
