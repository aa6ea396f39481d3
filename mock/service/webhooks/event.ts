import type { CdrCompletedEvent } from '../../../src/contract/webhook.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Organization, StoredCdr } from '../../world/entities.ts';
import { presentListEntry } from '../presenter/present.ts';

/** What an event is made of. */
export interface EventFacts {
  readonly organization: Organization;
  readonly cdr: StoredCdr;
  readonly webhookId: string;
  /** The instant from which the lifetime of its download URL counts. */
  readonly now: number;
  /** Unix milliseconds when sent. */
  readonly timestamp: number;
}

/** Builds the event `cdr.completed` (spec §6.1). */
export function completedEvent(engine: Engine, facts: EventFacts): CdrCompletedEvent {
  const { organization, cdr, webhookId, now, timestamp } = facts;
  const entry = presentListEntry({ engine, organization, now, urls: engine.urls }, cdr);
  const { customMetadata, sessionId, subGroupIds, packageId, downloadUrl } = entry;
  const { signerTelemetry, declaredDisclosures } = cdr.page;
  return {
    event: 'cdr.completed',
    orgId: organization.organizationId,
    cdrId: cdr.cdrId,
    domainId: entry.domainId,
    domain: entry.domain,
    createdAt: entry.createdAt,
    ip: signerTelemetry?.ip ?? null,
    userAgent: signerTelemetry?.userAgent ?? null,
    ...(downloadUrl === undefined ? {} : { downloadUrl }),
    ...(customMetadata === undefined ? {} : { customMetadata }),
    ...(declaredDisclosures === undefined ? {} : { disclosures: declaredDisclosures }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(subGroupIds === undefined ? {} : { subGroupIds }),
    ...(packageId === undefined ? {} : { packageId }),
    webhookId,
    timestamp,
  };
}
