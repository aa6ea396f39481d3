import type { DeclaredDisclosure } from '../../src/contract/disclosure.ts';
import type { Geo } from '../../src/contract/signer-telemetry.ts';

/**
 * The state of a checkbox that is bound to a disclosure. `unreadable`: the box exists but its state
 * cannot be read, for example a custom `role="checkbox"` element.
 */
export type CheckboxState = 'checked' | 'unchecked' | 'unreadable';

/** A form field as submitted. */
export interface CapturedField {
  /** The `name` attribute, 1 to 200 characters. It can identify a phone or name field. */
  name: string;
  /** The `type` attribute, for example `tel` or `email`. Default: `text`. */
  type?: string | undefined;
  /** The `autocomplete` attribute, for example `tel` or `section-a given-name`. Default: none. */
  autocomplete?: string | undefined;
  /** The field's value, at most 10,000 characters. May be empty. */
  value: string;
}

/** Disclosure language that the page showed. */
export interface CapturedDisclosure {
  /** The disclosure tag attribute. Default: generated (spec §2.3). */
  key?: string | undefined;
  /** The visible text, at most 50,000 characters. The record keeps 5,000. */
  text: string;
  /** The checkboxes bound to it, in page order. Default: none. */
  checkbox?: CheckboxState | readonly CheckboxState[] | undefined;
}

/** The control that was pressed. */
export interface CapturedSubmit {
  /** The label, for example `Get My Quote`. Default: `Submit`. */
  label?: string | undefined;
  /** Identifies the control: `submitNodeId` of the record. Default: generated. */
  nodeId?: string | undefined;
}

/** The signer's connection: `signerTelemetry` of the record (spec §2.3). */
export interface CapturedSigner {
  /** `null`: unknown. Default: `203.0.113.24`. */
  ip?: string | null | undefined;
  /** `null`: none was sent. Default: a desktop browser's. */
  userAgent?: string | null | undefined;
  /** Every address of the forwarding chain, at most 50. Default: the `ip` alone, or none. */
  ipChain?: readonly string[] | undefined;
  /** `null`: absent. Default: a place in Texas for the default `ip`, otherwise absent. */
  geo?: Geo | null | undefined;
}

/** An evidence image that replaces the one that the fake draws. */
export interface CapturedImage {
  /** MIME type, for example `image/webp`. */
  contentType: string;
  /** The image in standard base64 with padding, at most 16,777,216 characters. */
  base64: string;
}

/**
 * When the record finishes rendering: `complete`, at once; `manual`, when `finishRendering` is
 * called; `afterMs`, that many milliseconds of the fake's clock after the capture; `afterReceives`,
 * after that many receives were answered with `202 CDR_PENDING` (spec §4.6 rule 7).
 */
export type RenderPlan = 'complete' | 'manual' | { afterMs: number } | { afterReceives: number };

/**
 * A web page as a person submitted it. The fake derives the rest of the record from it, within the
 * limits of spec §8: consent facts, `autoMetadata`, phone numbers and domain.
 *
 * @example
 * ```ts
 * const page: CaptureInput = {
 *   pageUrl: 'https://quotes.sunroof.example/solar?utm_source=fb',
 *   fields: [{ name: 'phone', type: 'tel', value: '(212) 555-0147' }],
 *   disclosures: [{ text: 'You may call me about solar offers.', checkbox: 'checked' }],
 *   submit: { label: 'Get My Quote' },
 * };
 * ```
 */
export interface CaptureInput {
  /** An absolute http or https URL, at most 8,192 characters. The domain is taken from its host. */
  pageUrl: string;
  /** The document's title. Default: absent. */
  pageTitle?: string | undefined;
  /** The form's `action`. Default: absent. */
  formAction?: string | undefined;
  /**
   * The page's other visible text, at most 200,000 characters. Phone numbers in it are added to
   * `autoMetadata.phones` but never match a lead (spec §2.7). Default: none.
   */
  pageText?: string | undefined;
  /** The form's fields, at most 500. Default: none. */
  fields?: readonly CapturedField[] | undefined;
  /** The disclosures in page order, at most 500. The record keeps 50. Default: none. */
  disclosures?: readonly CapturedDisclosure[] | undefined;
  /** The page has a consent checkbox that is bound to no disclosure. Default: `false`. */
  misconfiguredCheckbox?: boolean | undefined;
  /** The control that was pressed. `null`: no submission detected. Default: a button `Submit`. */
  submit?: CapturedSubmit | null | undefined;
  /** What the integration declared about its disclosures, at most 200. Default: none. */
  declaredDisclosures?: readonly DeclaredDisclosure[] | undefined;
  /** Custom data: a JSON object, at most 16 KB as UTF-8. Default: absent. */
  customMetadata?: Record<string, unknown> | undefined;
  /** The signer's connection. `null`: not recorded. Default: see {@link CapturedSigner}. */
  signer?: CapturedSigner | null | undefined;
  /** IANA time zone of the signer's device, for example `America/Chicago`. Default: absent. */
  clientTimezone?: string | undefined;
  /** How long the page was open before the submission, in milliseconds. Default: absent. */
  timeOnPageMs?: number | undefined;
  /** Identifier of the capture session. Default: absent. */
  sessionId?: string | undefined;
  /** The package's identifier, shown once it groups several records. Default: absent. */
  packageId?: string | undefined;
  /** Identifiers of sub-groups, at most 100. Default: absent. */
  subGroupIds?: readonly string[] | undefined;
  /** A free development capture, never collected and never transferable. Default: `false`. */
  devMode?: boolean | undefined;
  /** Capture time by the signer's device, in Unix milliseconds. Default: the fake's time. */
  capturedAt?: number | undefined;
  /** When processing finished, in Unix milliseconds. Default: when rendering finishes. */
  createdAt?: number | undefined;
  /** The evidence image. Default: a PNG drawn from the page. */
  image?: CapturedImage | undefined;
  /** Leaves `consentMechanism` out, as in records older than the field. Default: `false`. */
  derivedBeforeMechanism?: boolean | undefined;
  /**
   * When rendering finishes: at once, when `finishRendering` is called, after a time, or after that
   * many receives found it pending. Default: `complete`.
   */
  render?: RenderPlan | undefined;
  /**
   * Makes the capture return a share URL. `true`: valid for 30 days. `expiresInMs`: valid for that
   * many milliseconds, more than 0 and at most 2 years. Default: `false`.
   */
  autoShare?: boolean | { expiresInMs: number } | undefined;
}

/** A {@link CaptureInput} with `autoShare`. Its capture returns a share URL. */
export interface AutoSharedInput extends CaptureInput {
  /** How long the share URL is valid; `true`: 30 days. */
  autoShare: true | { expiresInMs: number };
}
