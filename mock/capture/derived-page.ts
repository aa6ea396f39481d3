import type { AutoMetadata } from '../../src/contract/auto-metadata.ts';
import type { DeclaredDisclosure, DetectedDisclosure } from '../../src/contract/disclosure.ts';
import type { SignerTelemetry } from '../../src/contract/signer-telemetry.ts';
import type { CapturedImage } from './capture-input.ts';
import type { PageView } from './page-view.ts';

/**
 * The facts of a detected submission (spec §2.3, `detectedDisclosureDetails`), before the time of
 * their derivation is known.
 */
export interface ConsentFacts {
  submitNodeId: string;
  deriverVersion: string;
  /** At most 50, in page order. */
  disclosures: DetectedDisclosure[];
}

/**
 * What the service would have derived from a captured page (spec §2.3), apart from ids and times.
 * An optional property without a value is absent, never null.
 */
export interface DerivedPage {
  /** The capture's host, lower-case. */
  domain: string;
  /** The last two labels of `domain`, under which the record is filed (spec §2.2). */
  domainId: string;
  pageUrl?: string;
  clientTimezone?: string;
  timeOnPageMs?: number;
  signerTelemetry?: SignerTelemetry;
  /** Absent if no submission was detected. */
  consentFacts?: ConsentFacts;
  declaredDisclosures?: DeclaredDisclosure[];
  customMetadata?: Record<string, unknown>;
  autoMetadata?: AutoMetadata;
  /**
   * The numbers of form fields identified as phone inputs: ten digits each, sorted, unique. Only
   * these can match a lead (spec §2.7); `autoMetadata.phones` also has numbers of the page's text.
   */
  formPhones: readonly string[];
  /** What the evidence image shows. */
  view: PageView;
  /** The picture to serve instead of a drawn one. */
  image?: CapturedImage;
}
