import type { CdrAccess, CdrDetail, CdrListEntry, CdrSummary } from '../../../src/contract/cdr.ts';
import { DOWNLOAD_URL_LIFETIME_MS } from '../../../src/contract/limits.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ServiceUrls } from '../../ground/urls.ts';
import type { Organization, StoredCdr } from '../../world/entities.ts';
import { isReadable } from '../rules/access.ts';

/** Who reads a record, when, and under which base URLs. `collected` and links depend on these. */
export interface Viewer {
  readonly engine: Engine;
  readonly organization: Organization;
  readonly now: number;
  readonly urls: ServiceUrls;
}

/** Returns `{ [name]: value }`, or `{}` if there is no value: absent means absent (spec §2.3). */
function present<Name extends string, T>(name: Name, value: T | null | undefined) {
  return (value == null ? {} : { [name]: value }) as { [Key in Name]?: T };
}

/** Returns a new download URL, which expires 300 seconds after `now` (spec §2.3). */
function downloadUrlOf({ engine, now, urls }: Viewer, cdrId: string): string {
  const expires = String(now + DOWNLOAD_URL_LIFETIME_MS);
  const nonce = engine.ids.next('dl');
  const signature = engine.ids.sign(`${cdrId} ${expires} ${nonce}`);
  // Only digits and letters of our own: nothing needs encoding.
  const query = `expires=${expires}&nonce=${nonce}&signature=${signature}`;
  return `${urls.evidence}/cdrs/${cdrId}?${query}`;
}

/** Returns whether the organization may download the image, with a new URL if it may. */
export function accessOf(viewer: Viewer, cdr: StoredCdr): CdrAccess {
  const { engine, organization } = viewer;
  if (cdr.devMode) return { collected: false, devMode: true };
  if (!engine.world.access.has(cdr.cdrId, organization.organizationId)) return { collected: false };
  return { collected: true, downloadUrl: downloadUrlOf(viewer, cdr.cdrId) };
}

/**
 * Returns the package only if it groups more than one record (spec §2.3). The records must be from
 * one producer, and this organization must hold them and be able to read them (spec §4.3, §5.4).
 */
export function packageIdOf({ engine, organization, now }: Viewer, cdr: StoredCdr): string | null {
  if (cdr.packageId === null) return null;
  const { world } = engine;
  const name = [organization.organizationId, cdr.packageId, cdr.organizationId] as const;
  let members = 0;
  for (const [[, , , cdrId]] of world.packages.walk(name)) {
    const member = world.cdrs.get(cdrId);
    if (member === undefined || !isReadable(member, now)) continue;
    members += 1;
    if (members > 1) return cdr.packageId;
  }
  return null;
}

function summaryOf(viewer: Viewer, cdr: StoredCdr): CdrSummary {
  const { page } = cdr;
  const { world } = viewer.engine;
  const holding = world.holdings.get(cdr.cdrId, viewer.organization.organizationId);
  return {
    cdrId: cdr.cdrId,
    domainId: page.domainId,
    domain: page.domain,
    createdAt: cdr.createdAt,
    contentType: cdr.contentType,
    size: cdr.size,
    ...present('customMetadata', page.customMetadata),
    ...present('autoMetadata', page.autoMetadata),
    ...present('sessionId', cdr.sessionId),
    ...present('packageId', packageIdOf(viewer, cdr)),
    ...present('subGroupIds', cdr.subGroupIds && [...cdr.subGroupIds]),
    ...present('webhookSuccessfullySentAt', holding?.webhookAcknowledgedAt),
  };
}

/** Returns the list entry as this organization sees it (spec §2.4). */
export function presentListEntry(viewer: Viewer, cdr: StoredCdr): CdrListEntry {
  return { ...summaryOf(viewer, cdr), ...accessOf(viewer, cdr) };
}

/** Returns where a record came from if it was shared into the account (spec §2.3). */
function provenanceOf({ engine, organization }: Viewer, cdr: StoredCdr) {
  const holding = engine.world.holdings.get(cdr.cdrId, organization.organizationId);
  if (holding?.via !== 'receive') return {};
  return { guest: true, producerOrgId: cdr.organizationId };
}

/** Returns the record as this organization sees it (spec §2.3), without its access to the image. */
export function presentDetail(viewer: Viewer, cdr: StoredCdr): CdrDetail {
  const { page } = cdr;
  const { organization } = viewer;
  const facts = page.consentFacts;
  return {
    ...summaryOf(viewer, cdr),
    organizationName: organization.unreadable ? 'Organization' : organization.name,
    capturedAt: cdr.capturedAt,
    ...present('pageUrl', page.pageUrl),
    ...present('clientTimezone', page.clientTimezone),
    ...present('timeOnPageMs', page.timeOnPageMs),
    ...present('signerTelemetry', page.signerTelemetry),
    ...present(
      'detectedDisclosureDetails',
      facts && { userSubmitted: true, derivedAt: cdr.createdAt, ...facts },
    ),
    ...present('disclosures', page.declaredDisclosures),
    ...provenanceOf(viewer, cdr),
  };
}
