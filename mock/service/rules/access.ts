import { RETENTION_MS } from '../../../src/contract/limits.ts';
import type { Readings } from '../../../src/readings/readings.ts';
import type {
  ApiKey,
  Organization,
  StoredCdr,
  StoredCharge,
  StoredToken,
} from '../../world/entities.ts';
import type { World } from '../../world/world.ts';

/** Splits a key into its two parts. Returns `undefined` if there are not exactly two. */
export function keyParts(header: string): { keyId: string; secret: string } | undefined {
  const dot = header.indexOf('.');
  if (dot < 1 || dot === header.length - 1 || header.includes('.', dot + 1)) return undefined;
  return { keyId: header.slice(0, dot), secret: header.slice(dot + 1) };
}

/**
 * Returns the key whose id and secret the header has, even if revoked, or `undefined` for any other
 * text.
 */
export function keyOf(world: World, header: string | null): ApiKey | undefined {
  const parts = keyParts(header ?? '');
  const key = parts && world.keys.get(parts.keyId);
  return key?.secret === parts?.secret ? key : undefined;
}

/** Tells whether API access is on for an organization with these flags (spec §4.4, §5.6). */
export function hasApiAccess(organization: Pick<Organization, 'apiAccess' | 'billing'>): boolean {
  if (organization.apiAccess === 'default') return organization.billing;
  return organization.apiAccess === 'granted';
}

/**
 * Tells whether the organization may use the API. Switching access off takes effect within five
 * minutes (spec §5.5).
 */
export function mayUseApi(organization: Organization, readings: Readings, now: number): boolean {
  if (hasApiAccess(organization)) return true;
  const { accessOffAt } = organization;
  return accessOffAt !== null && now < accessOffAt + readings.revocationDelayMs;
}

/**
 * Tells whether a record is still kept: while pending, then five years from its `createdAt` (spec
 * §1).
 */
export function isRetained(cdr: StoredCdr, now: number): boolean {
  return cdr.pending !== null || now < cdr.createdAt + RETENTION_MS;
}

/** Tells whether a holder can read the record: rendered, valid, and still kept (spec §4.3). */
export function isReadable(cdr: StoredCdr, now: number): boolean {
  return cdr.pending === null && !cdr.invalid && isRetained(cdr, now);
}

/**
 * Returns what an organization has of a record now: nothing, free access, or access it paid for.
 */
export function accessKindOf(
  world: World,
  cdrId: string,
  organizationId: string,
): StoredToken['senderHad'] {
  if (world.charges.has(cdrId, organizationId)) return 'paid';
  return world.access.has(cdrId, organizationId) ? 'access' : 'nothing';
}

/**
 * Tells whether a receiver gets the sender's access for free (spec §3, §4.6 rule 9). This is judged
 * when the record is received, or by what the sender had when the token was created.
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

/** The cause of a charge, its time and its request. */
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
  const { sequence } = world;
  const charge: StoredCharge = { organizationId, sequence, cause, at, requestId };
  world.charges.set([cdrId, organizationId], charge);
  // A charge is also an access entry. Most records have both, so one object serves as both.
  world.access.set([cdrId, organizationId], charge);
  return true;
}
