import { RETENTION_MS } from '../../src/contract/limits.ts';
import type { Organization, StoredCdr } from '../entities.ts';
import type { Readings } from '../readings.ts';
import type { World } from '../world.ts';

/** Whether API access is on for an organization whose flags are these (spec §4.4, §5.6). */
export function hasApiAccess(organization: Pick<Organization, 'apiAccess' | 'billing'>): boolean {
  if (organization.apiAccess === 'default') return organization.billing;
  return organization.apiAccess === 'granted';
}

/** A switch-off takes effect within five minutes (spec §5.5). */
export function mayUseApi(organization: Organization, readings: Readings, now: number): boolean {
  if (hasApiAccess(organization)) return true;
  const { accessOffAt } = organization;
  return accessOffAt !== null && now < accessOffAt + readings.revocationDelayMs;
}

/** A record is kept for five years from its `createdAt`, and then is gone (spec §1). */
export function isRetained(cdr: StoredCdr, now: number): boolean {
  return cdr.pending !== null || now < cdr.createdAt + RETENTION_MS;
}

/**
 * Whether a receiver gets the sender's access for nothing (spec §3, §4.6 rule 9). Judged when the
 * record is received, not when it was shared.
 */
export function senderPassesAccess(
  world: World,
  readings: Readings,
  cdrId: string,
  senderId: string,
): boolean {
  if (readings.senderPass === 'paid') return world.charges.has(cdrId, senderId);
  return world.access.has(cdrId, senderId);
}
