import * as z from 'zod';

/** An approximate location derived from the signer's address (spec §2.3). Any member may be absent. */
export interface Geo {
  /** Two letters, as a rule. */
  countryCode?: string;
  /** State or province. */
  region?: string;
  /** By name. */
  city?: string;
  /** In degrees. */
  latitude?: number;
  /** In degrees. */
  longitude?: number;
  /** In kilometres. */
  accuracyRadiusKm?: number;
  /** What the location was looked up in. */
  source?: string;
}

/** What was recorded of the signer's connection (spec §2.3). */
export interface SignerTelemetry {
  /** `null` where it could not be told. */
  ip: string | null;
  /** `null` where it could not be told. */
  userAgent: string | null;
  /** Every address in the forwarding chain. */
  ipChain?: string[];
  /** Where the address is, approximately. */
  geo?: Geo;
}

/** How a disclosure was agreed to (spec §2.3); a mechanism not yet documented passes. */
export type ConsentMechanism = 'checkbox' | 'button_submission' | 'none_detected' | (string & {});

/** One disclosure that the service read from the page (spec §2.3). */
export interface DetectedDisclosure {
  /** The disclosure tag attribute's value, or a generated one. */
  key: string;
  /** The language as shown: white space collapsed, cut at 5,000 characters. */
  text: string;
  /** A consent checkbox was bound to it and readable. */
  checkboxDetected: boolean;
  /** Every readable bound checkbox was checked. Present only where `checkboxDetected` is `true`. */
  checkboxAffirmed?: boolean;
  /** The first bound checkbox element. */
  checkboxNodeId?: string;
  /** Prefer it over the booleans; absent only on records derived before the field existed. */
  consentMechanism?: ConsentMechanism;
}

/**
 * The consent facts that the service derived at the moment of submission (spec §2.3). The object
 * is absent when no submission was detected, which is the weakest evidence. The types of
 * `submitNodeId`, `derivedAt` and `deriverVersion` are not documented.
 */
export interface DetectedDisclosureDetails {
  /** Always `true`: test for the object's presence instead. */
  userSubmitted: boolean;
  /** The control that was pressed. */
  submitNodeId?: unknown;
  /** When the facts were derived. */
  derivedAt?: unknown;
  /** By which version of the service's deriver. */
  deriverVersion?: unknown;
  /** At most 50. */
  disclosures: DetectedDisclosure[];
}

/**
 * What the capturing integration declared (spec §2.3): its own word, not an attestation by the
 * service. Acceptance criteria never read it.
 */
export interface DeclaredDisclosure {
  /** The integration's name for it. */
  key: string;
  /** At most 5,000 characters, markup stripped, white space normalized. */
  language: string;
  /** Whether the integration says that the person agreed. */
  agreed: boolean;
}

/** What was derived from the captured page (spec §2.3); each member only when found. */
export interface AutoMetadata {
  /** Sorted, in `+1` form; numbers from the page's text included, so no proof of a lead's number. */
  phones?: string[];
  /** Sorted, at most 5, from form fields identified as first names. */
  firstNames?: string[];
  /** Sorted, at most 5, from form fields identified as last names. */
  lastNames?: string[];
  /** Cut at 200 characters. */
  pageTitle?: string;
  /** Where the form goes, cut at 500 characters. */
  formAction?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmSource?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmMedium?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmCampaign?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmTerm?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmContent?: string;
  /** From the page URL's query, cut at 200 characters. */
  gclid?: string;
  /** From the page URL's query, cut at 200 characters. */
  fbclid?: string;
  /** From the page URL's query, cut at 200 characters. */
  msclkid?: string;
}

/** The fields that a list entry and a single record share (spec §2.3, §2.4). */
export interface CdrSummary {
  /** The record's identifier: what to store. */
  cdrId: string;
  /** The base domain that the record is filed under: the value for `cdrs.list`. */
  domainId: string;
  /** The domain recorded at capture. Not the value for `cdrs.list`. */
  domain: string;
  /** Unix milliseconds: when processing finished. What `order` sorts on and age is measured from. */
  createdAt: number;
  /** MIME type of the evidence image. */
  contentType: string;
  /** Size of the evidence image in bytes. */
  size: number;
  /** Exactly what the capturer passed: data from a web page, to be treated as such. */
  customMetadata?: Record<string, unknown>;
  /** What the service derived from the page; present only when something was found. */
  autoMetadata?: AutoMetadata;
  /** The capture session. */
  sessionId?: string;
  /** Present only when the package groups more than one record. */
  packageId?: string;
  /** The sub-groups of the record. */
  subGroupIds?: string[];
  /** Unix milliseconds: when the account's webhook acknowledged the record; absent: it did not. */
  webhookSuccessfullySentAt?: number;
}

/**
 * Whether the requesting organization may download the evidence (spec §2.3). It differs per
 * organization for one record. A Dev Mode record is never collected.
 */
export type CdrAccess =
  | {
      /** Whether the requesting organization has download access. */
      collected: true;
      /** Dead 300 seconds after this response. Store `cdrId`, never this. */
      downloadUrl?: string;
      /** Absent: a collected record is no Dev Mode capture. */
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
  /** The name of the organization that asks, not of the producer. */
  organizationName: string;
  /** Unix milliseconds by the visitor's device; usually before `createdAt`, not always. */
  capturedAt: number;
  /** The captured page, with its query. */
  pageUrl?: string;
  /** IANA time zone. */
  clientTimezone?: string;
  /** How long the page was open before the submission, in milliseconds. */
  timeOnPageMs?: number;
  /** Absent as a whole when it could not be recorded. */
  signerTelemetry?: SignerTelemetry;
  /** Absent when no submission was detected. */
  detectedDisclosureDetails?: DetectedDisclosureDetails;
  /** What the integration declared; see {@link DeclaredDisclosure}. */
  disclosures?: DeclaredDisclosure[];
  /** `true` when the record reached the account by being shared. */
  guest?: boolean;
  /** The organization that captured the record; on shared records, unchanged by re-sharing. */
  producerOrgId?: string;
}

/** One Certified Digital Record in full (spec §2.3). */
export type Cdr = CdrDetail & CdrAccess;

/** One entry of a list: a subset of the record (spec §2.4). */
export type CdrListEntry = CdrSummary & CdrAccess;

const text = z.string();

const geoSchema = z.object({
  countryCode: text.exactOptional(),
  region: text.exactOptional(),
  city: text.exactOptional(),
  latitude: z.number().exactOptional(),
  longitude: z.number().exactOptional(),
  accuracyRadiusKm: z.number().exactOptional(),
  source: text.exactOptional(),
}) satisfies z.ZodType<Geo>;

const signerTelemetrySchema = z.object({
  ip: text.nullable(),
  userAgent: text.nullable(),
  ipChain: z.array(text).exactOptional(),
  geo: geoSchema.exactOptional(),
}) satisfies z.ZodType<SignerTelemetry>;

const detectedDisclosureSchema = z.object({
  key: text,
  text,
  checkboxDetected: z.boolean(),
  checkboxAffirmed: z.boolean().exactOptional(),
  checkboxNodeId: text.exactOptional(),
  // Open: a mechanism that is not documented yet must not make a record unreadable.
  consentMechanism: text.exactOptional(),
}) satisfies z.ZodType<DetectedDisclosure>;

const detectedDisclosureDetailsSchema = z.object({
  userSubmitted: z.boolean(),
  submitNodeId: z.unknown().optional(),
  derivedAt: z.unknown().optional(),
  deriverVersion: z.unknown().optional(),
  disclosures: z.array(detectedDisclosureSchema),
}) satisfies z.ZodType<DetectedDisclosureDetails>;

/** An entry of the declared `disclosures`, in the record and in the webhook (spec §2.3, §6.1). */
export const declaredDisclosureSchema = z.object({
  key: text,
  language: text,
  agreed: z.boolean(),
}) satisfies z.ZodType<DeclaredDisclosure>;

const autoMetadataSchema = z.object({
  phones: z.array(text).exactOptional(),
  firstNames: z.array(text).exactOptional(),
  lastNames: z.array(text).exactOptional(),
  pageTitle: text.exactOptional(),
  formAction: text.exactOptional(),
  utmSource: text.exactOptional(),
  utmMedium: text.exactOptional(),
  utmCampaign: text.exactOptional(),
  utmTerm: text.exactOptional(),
  utmContent: text.exactOptional(),
  gclid: text.exactOptional(),
  fbclid: text.exactOptional(),
  msclkid: text.exactOptional(),
}) satisfies z.ZodType<AutoMetadata>;

const summaryFields = {
  cdrId: text,
  domainId: text,
  domain: text,
  createdAt: z.number(),
  contentType: text,
  size: z.number(),
  customMetadata: z.record(text, z.unknown()).exactOptional(),
  autoMetadata: autoMetadataSchema.exactOptional(),
  sessionId: text.exactOptional(),
  packageId: text.exactOptional(),
  subGroupIds: z.array(text).exactOptional(),
  webhookSuccessfullySentAt: z.number().exactOptional(),
};

const detailFields = {
  ...summaryFields,
  organizationName: text,
  capturedAt: z.number(),
  pageUrl: text.exactOptional(),
  clientTimezone: text.exactOptional(),
  timeOnPageMs: z.number().exactOptional(),
  signerTelemetry: signerTelemetrySchema.exactOptional(),
  detectedDisclosureDetails: detectedDisclosureDetailsSchema.exactOptional(),
  disclosures: z.array(declaredDisclosureSchema).exactOptional(),
  guest: z.boolean().exactOptional(),
  producerOrgId: text.exactOptional(),
};

const collectedFields = {
  collected: z.literal(true),
  downloadUrl: text.exactOptional(),
  devMode: z.undefined().optional(),
};

const notCollectedFields = {
  collected: z.literal(false),
  downloadUrl: z.undefined().optional(),
  devMode: z.literal(true).exactOptional(),
};

/** A single record (spec §2.3). */
export const cdrSchema = z.discriminatedUnion('collected', [
  z.object({ ...detailFields, ...collectedFields }),
  z.object({ ...detailFields, ...notCollectedFields }),
]) satisfies z.ZodType<Cdr>;

/** A list entry (spec §2.4). */
export const cdrListEntrySchema = z.discriminatedUnion('collected', [
  z.object({ ...summaryFields, ...collectedFields }),
  z.object({ ...summaryFields, ...notCollectedFields }),
]) satisfies z.ZodType<CdrListEntry>;
