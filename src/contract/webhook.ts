import * as z from 'zod/mini';
import { customMetadataSchema } from './custom-metadata.ts';
import { exactly, schemaOf } from './schema-of.ts';

/** Any event that the service sends: the fields that every delivery has (spec §6.1). */
export interface WebhookEvent {
  /** `cdr.completed`, or a name that is not yet documented. */
  event: string;
  /** Unique per event and the same for all its attempts. De-duplicate by this. */
  webhookId: string;
  /** Unix milliseconds: when the event was sent. */
  timestamp?: number;
}

/**
 * A record is fully processed and its image is ready (spec §6.1). Every field but `event`,
 * `webhookId` and `cdrId` may be missing. For reliable data, use `cdrs.get`.
 *
 * @remarks Only these three are checked, so that no event is lost over a field that receiving does
 * not need.
 */
export interface CdrCompletedEvent extends WebhookEvent {
  /** Always `cdr.completed`. */
  event: 'cdr.completed';
  /** The receiving organization. */
  orgId?: string;
  /** The record. Read it with `cdrs.get`. */
  cdrId: string;
  /** The base domain that the record is filed under. */
  domainId?: string;
  /** The domain recorded at capture. */
  domain?: string;
  /** Unix milliseconds. */
  createdAt?: number;
  /** The signer's IP address, best effort. */
  ip?: string | null;
  /** The signer's browser, best effort. */
  userAgent?: string | null;
  /** Only if the record is collected. Expires 300 seconds after the attempt: fetch by `cdrId`. */
  downloadUrl?: string;
  /** Exactly what the capturer passed. Treat it as data from a web page. */
  customMetadata?: Record<string, unknown>;
  /** The entries' shape is not documented. */
  disclosures?: unknown[];
  /** The capture session. */
  sessionId?: string;
  /** The sub-groups of the record. */
  subGroupIds?: string[];
  /** The package of the session's records. */
  packageId?: string;
}

export const cdrCompletedEventSchema = schemaOf(exactly<CdrCompletedEvent>, () =>
  z.object({
    event: z.literal('cdr.completed'),
    orgId: z.exactOptional(z.string()),
    cdrId: z.string(),
    domainId: z.exactOptional(z.string()),
    domain: z.exactOptional(z.string()),
    createdAt: z.exactOptional(z.number()),
    ip: z.exactOptional(z.nullable(z.string())),
    userAgent: z.exactOptional(z.nullable(z.string())),
    downloadUrl: z.exactOptional(z.string()),
    customMetadata: z.exactOptional(customMetadataSchema()),
    disclosures: z.exactOptional(z.array(z.unknown())),
    sessionId: z.exactOptional(z.string()),
    subGroupIds: z.exactOptional(z.array(z.string())),
    packageId: z.exactOptional(z.string()),
    webhookId: z.string(),
    timestamp: z.exactOptional(z.number()),
  }),
);
