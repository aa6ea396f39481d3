import * as z from 'zod/mini';
import { type Cdr, type CdrListEntry, cdrListEntrySchema, cdrSchema } from './cdr.ts';
import { exactly, schemaOf } from './schema-of.ts';

/** `data` of `GET /v1/domains` (spec §4.1). */
export interface ListDomainsData {
  /** Sorted alphabetically; one may hold no readable record yet. */
  domains: string[];
}

/** `data` of `GET /v1/domains/<domain_id>/cdrs` (spec §4.2). */
export interface ListCdrsData {
  /** The entries of this page, perhaps fewer than were asked for. */
  cdrs: CdrListEntry[];
  /** Present only when more records exist; a short or empty page may have it. */
  nextPageToken?: string;
}

/** `data` of `GET /v1/cdrs/<cdr_id>` (spec §4.3). */
export interface GetCdrData {
  /** The record in full. */
  cdr: Cdr;
}

/** `data` of `POST /v1/cdrs/<cdr_id>/collect` (spec §4.4). */
export interface CollectCdrData {
  /** The record that was collected. */
  cdrId: string;
  /** Always `true`: the organization has download access now. */
  collected: true;
  /** The organization could download the record before this call; says nothing of who paid. */
  alreadyCollected: boolean;
}

/** `data` of `POST /v1/cdrs/<cdr_id>/share` (spec §2.5, §4.5). */
export interface ShareCdrData {
  /** Bearer credential: whoever holds it, with another organization's key, can receive the record. */
  token: string;
  /** `{base_url}/v1/shares/<token>`. */
  shareUrl: string;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** `data` of `POST /v1/shares/<token>` (spec §4.6). */
export interface ReceiveShareData {
  /** Always `true`: a failure is an error. */
  claimed: true;
  /** The record, now readable through the record endpoints. */
  cdrId: string;
  /** The domain that the record is filed under. */
  domainId: string;
  /** The organization already received the record through this token; criteria were not evaluated. */
  alreadyClaimed: boolean;
  /** Identifies the handoff; an empty string when `alreadyClaimed` is `true`. */
  shareEventId: string;
}

export const listDomainsDataSchema = schemaOf(exactly<ListDomainsData>, () =>
  z.object({
    domains: z.array(z.string()),
  }),
);

export const listCdrsDataSchema = schemaOf(exactly<ListCdrsData>, () =>
  z.object({
    cdrs: z.array(cdrListEntrySchema()),
    // An empty one would ask for the first page again.
    nextPageToken: z.exactOptional(z.string().check(z.minLength(1))),
  }),
);

export const getCdrDataSchema = schemaOf(exactly<GetCdrData>, () => z.object({ cdr: cdrSchema() }));

export const collectCdrDataSchema = schemaOf(exactly<CollectCdrData>, () =>
  z.object({
    cdrId: z.string(),
    collected: z.literal(true),
    alreadyCollected: z.boolean(),
  }),
);

export const shareCdrDataSchema = schemaOf(exactly<ShareCdrData>, () =>
  z.object({
    token: z.string(),
    shareUrl: z.string(),
    expiresAt: z.number(),
  }),
);

export const receiveShareDataSchema = schemaOf(exactly<ReceiveShareData>, () =>
  z.object({
    claimed: z.literal(true),
    cdrId: z.string(),
    domainId: z.string(),
    alreadyClaimed: z.boolean(),
    shareEventId: z.string(),
  }),
);
