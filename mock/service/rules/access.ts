import { RETENTION_MS } from '../../../src/contract/limits.ts';
import type { Readings } from '../../readings/readings.ts';
import type { Organization, StoredCdr, StoredToken } from '../../world/entities.ts';
import type { World } from '../../world/world.ts';

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

/** Whether a holder can read the record: rendered, valid, and still kept (spec §4.3). */
export function isReadable(cdr: StoredCdr, now: number): boolean {
  return cdr.pending === null && !cdr.invalid && isRetained(cdr, now);
}

/** What an organization has of a record at this moment: no access, access, or access it paid for. */
export function accessKindOf(
  world: World,
  cdrId: string,
  organizationId: string,
): StoredToken['senderHad'] {
  if (world.charges.has(cdrId, organizationId)) return 'paid';
  return world.access.has(cdrId, organizationId) ? 'access' : 'nothing';
}

/**
 * Whether a receiver gets the sender's access for nothing (spec §3, §4.6 rule 9): judged when the
 * record is received, or by what the sender had when the token was made.
 */
export function senderPassesAccess(
  world: World,
  readings: Readings,
  { cdrId, organizationId: senderId, senderHad }: StoredToken,
): boolean {
  if (readings.senderJudged === 'atShare') {
    return senderHad === 'paid' || (senderHad === 'access' && readings.senderPass === 'access');
  }
  if (readings.senderPass === 'paid') return world.charges.has(cdrId, senderId);
  return world.access.has(cdrId, senderId);
}
