import type { AutoMetadata } from '../../src/contract/auto-metadata.ts';
import type { DeclaredDisclosure, DetectedDisclosure } from '../../src/contract/disclosure.ts';
import type { SignerTelemetry } from '../../src/contract/signer-telemetry.ts';
import { jsonText } from '../../src/texts/json-text.ts';
import { LruCache } from '../ground/lru-cache.ts';
import type { CapturedImage } from './capture-input.ts';
import type { PageView } from './page-view.ts';

/** How many parts are kept, and the longest of them as JSON: long ones are seldom alike. */
const PARTS_KEPT = 1000;
const PART_MAX_CHARS = 8 * 1024;

/**
 * Stores equal parts of recently captured pages once: a thousand leads of one form differ in their
 * fields but share its wording. Shared parts are never changed in place.
 */
export class SharedParts {
  readonly #parts = new LruCache<string, unknown>(PARTS_KEPT);

  /**
   * Returns the page with each part replaced by an equal part of an earlier page, if there is one.
   */
  of(page: DerivedPage): DerivedPage {
    const disclosures = this.#shared(page.view.disclosures);
    const parts = Object.entries({ ...page, view: { ...page.view, disclosures } });
    const shared = parts.map(([name, part]) => [name, this.#shared<unknown>(part)] as const);
    return Object.fromEntries(shared) as unknown as DerivedPage;
  }

  #shared<T>(part: T): T {
    const json = jsonText(part);
    if (json.length > PART_MAX_CHARS) return part;
    const known = this.#parts.get(json);
    if (known === undefined) this.#parts.set(json, part);
    return (known ?? part) as T;
  }
}

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
