import * as z from 'zod/mini';
import { anyText } from './any-text.ts';
import { type AutoMetadata, autoMetadataSchema } from './auto-metadata.ts';
import { customMetadataSchema } from './custom-metadata.ts';
import {
  type DeclaredDisclosure,
  type DetectedDisclosureDetails,
  declaredDisclosureSchema,
  detectedDisclosureDetailsSchema,
} from './disclosure.ts';
import { exactly, schemaOf } from './schema-of.ts';
import { type SignerTelemetry, signerTelemetrySchema } from './signer-telemetry.ts';

/** The fields that a list entry and a single record share (spec §2.3, §2.4). */
export interface CdrSummary {
  /** The record's identifier: what to store. */
  cdrId: string;
  /** The base domain that the record is filed under: the value to pass to `cdrs.list`. */
  domainId: string;
  /** The domain recorded at capture. Do not pass it to `cdrs.list`. */
  domain: string;
  /** Unix milliseconds: when processing finished. `order` sorts by it; age is measured from it. */
  createdAt: number;
  /** MIME type of the evidence image. */
  contentType: string;
  /** Size of the evidence image in bytes. */
  size: number;
  /** Exactly what the capturer passed. Treat it as data from a web page. */
  customMetadata?: Record<string, unknown>;
  /** What the service derived from the page. Present only if something was found. */
  autoMetadata?: AutoMetadata;
  /** The capture session. */
  sessionId?: string;
  /** Present only if the package groups more than one record. */
  packageId?: string;
  /** The sub-groups of the record. */
  subGroupIds?: string[];
  /** Unix milliseconds: when the account's webhook acknowledged the record. Absent: it did not. */
  webhookSuccessfullySentAt?: number;
}

/**
 * Whether the requesting organization may download the evidence (spec §2.3). For the same record it
 * can differ between organizations. A Dev Mode record is never collected.
 */
export type CdrAccess =
  | {
      /** Whether the requesting organization has download access. */
      collected: true;
      /** Expires 300 seconds after this response. Store `cdrId` instead. */
      downloadUrl?: string;
      /** Absent: a collected record is never a Dev Mode capture. */
      devMode?: undefined;
    }
  | {
      /** Whether the requesting organization has download access. */
      collected: false;
      /** Absent: there is no download access. */
      downloadUrl?: undefined;
      /** `true` for a Dev Mode capture; absent for production records. */
      devMode?: true;
    };

/** The fields that only a single record has (spec §2.3, §2.4). */
export interface CdrDetail extends CdrSummary {
  /** The name of the requesting organization, not of the producer. */
  organizationName: string;
  /** Unix milliseconds on the visitor's device. Usually, but not always, before `createdAt`. */
  capturedAt: number;
  /** The URL of the captured page, including its query. */
  pageUrl?: string;
  /** IANA time zone. */
  clientTimezone?: string;
  /** How long the page was open before the submission, in milliseconds. */
  timeOnPageMs?: number;
  /** Absent if it could not be recorded. */
  signerTelemetry?: SignerTelemetry;
  /** Absent if no submission was detected. */
  detectedDisclosureDetails?: DetectedDisclosureDetails;
  /** What the integration declared; see {@link DeclaredDisclosure}. */
  disclosures?: DeclaredDisclosure[];
  /** `true` if the record reached the account through a share. */
  guest?: boolean;
  /** The organization that captured the record. Sharing it again does not change this. */
  producerOrgId?: string;
}

/** One Certified Digital Record in full (spec §2.3). */
export type Cdr = CdrDetail & CdrAccess;

/** One entry of a list: a subset of the record (spec §2.4). */
export type CdrListEntry = CdrSummary & CdrAccess;

const summarySchema = schemaOf(exactly<CdrSummary>, () =>
  z.object({
    cdrId: anyText(),
    domainId: anyText(),
    domain: anyText(),
    createdAt: z.number(),
    contentType: anyText(),
    size: z.number(),
    customMetadata: z.exactOptional(customMetadataSchema()),
    autoMetadata: z.exactOptional(autoMetadataSchema()),
    sessionId: z.exactOptional(anyText()),
    packageId: z.exactOptional(anyText()),
    subGroupIds: z.exactOptional(z.array(anyText())),
    webhookSuccessfullySentAt: z.exactOptional(z.number()),
  }),
);

const detailSchema = schemaOf(exactly<CdrDetail>, () =>
  z.extend(summarySchema(), {
    organizationName: anyText(),
    capturedAt: z.number(),
    pageUrl: z.exactOptional(anyText()),
    clientTimezone: z.exactOptional(anyText()),
    timeOnPageMs: z.exactOptional(z.number()),
    signerTelemetry: z.exactOptional(signerTelemetrySchema()),
    detectedDisclosureDetails: z.exactOptional(detectedDisclosureDetailsSchema()),
    disclosures: z.exactOptional(z.array(declaredDisclosureSchema())),
    guest: z.exactOptional(z.boolean()),
    producerOrgId: z.exactOptional(anyText()),
  }),
);

const collectedFields = () => ({
  collected: z.literal(true),
  downloadUrl: z.exactOptional(anyText()),
  devMode: z.optional(z.undefined()),
});

const notCollectedFields = () => ({
  collected: z.literal(false),
  downloadUrl: z.optional(z.undefined()),
  devMode: z.exactOptional(z.literal(true)),
});

/** A single record (spec §2.3). */
export const cdrSchema = schemaOf(exactly<Cdr>, () =>
  z.discriminatedUnion('collected', [
    z.extend(detailSchema(), collectedFields()),
    z.extend(detailSchema(), notCollectedFields()),
  ]),
);

/** A list entry (spec §2.4). */
export const cdrListEntrySchema = schemaOf(exactly<CdrListEntry>, () =>
  z.discriminatedUnion('collected', [
    z.extend(summarySchema(), collectedFields()),
    z.extend(summarySchema(), notCollectedFields()),
  ]),
);
