import type { StoredCharge } from '../../world/entities.ts';
import type { World } from '../../world/world.ts';

/** What is charged for, when, and by which request. */
export interface ChargeCause {
  readonly cause: StoredCharge['cause'];
  readonly at: number;
  readonly requestId: string | null;
}

/**
 * Charges the organization for the record and gives it download access, in one step. An
 * organization that may already download it is not charged (spec §1, §4.4, §4.6 rule 9).
 *
 * @returns whether a charge was made.
 */
export function chargeOnce(
  world: World,
  cdrId: string,
  organizationId: string,
  { cause, at, requestId }: ChargeCause,
): boolean {
  if (world.access.has(cdrId, organizationId)) return false;
  world.sequence += 1;
  world.charges.set([cdrId, organizationId], { sequence: world.sequence, cause, at, requestId });
  world.access.set([cdrId, organizationId], { cause, at });
  return true;
}
