import type { DeclaredDisclosure } from '../../src/contract/disclosure.ts';
import type { Geo } from '../../src/contract/signer-telemetry.ts';

/**
 * What the browser SDK could tell of one checkbox bound to a disclosure. `unreadable` is a box that
 * is there and whose state cannot be read: a custom `role="checkbox"` element, say.
 */
export type CheckboxState = 'checked' | 'unchecked' | 'unreadable';

/** One field of the form, as it stood when the form was submitted. */
export interface CapturedField {
  /** The `name` attribute, 1 to 200 characters: it may tell what the field is for. */
  name: string;
  /** The `type` attribute, as `tel` or `email`; default: `text`. */
  type?: string | undefined;
  /** The `autocomplete` attribute, as `tel` or `section-a given-name`. */
  autocomplete?: string | undefined;
  /** What stood in the field; at most 10,000 characters, and it may be empty. */
  value: string;
}

/** A consent wording that the page showed. */
export interface CapturedDisclosure {
  /** The disclosure tag attribute; without it, a key is generated (spec §2.3). */
  key?: string | undefined;
  /** The wording as the page's text; at most 50,000 characters, of which 5,000 are kept. */
  text: string;
  /** The checkboxes bound to it, in page order; left out, none is. */
  checkbox?: CheckboxState | readonly CheckboxState[] | undefined;
}

/** The control that was pressed. */
export interface CapturedSubmit {
  /** What the control said, as `Get My Quote`; default: `Submit`. */
  label?: string | undefined;
  /** Identifies the control; default: generated. */
  nodeId?: string | undefined;
}

/** What was recorded of the signer's connection; a member left out gets a believable default. */
export interface CapturedSigner {
  /** Default: `203.0.113.24`; `null`: the address could not be told. */
  ip?: string | null | undefined;
  /** Default: a desktop browser's; `null`: none was sent. */
  userAgent?: string | null | undefined;
  /** Every address of the forwarding chain; default: the `ip` alone. */
  ipChain?: readonly string[] | undefined;
  /** Default: a place in Texas for the default `ip`, otherwise absent. `null`: absent. */
  geo?: Geo | null | undefined;
}

/** A picture to serve in place of the one that the fake draws. */
export interface CapturedImage {
  /** MIME type, as `image/webp`. */
  contentType: string;
  /** The bytes in standard base64, at most 16 Mi characters. */
  base64: string;
}

/**
 * When the record finishes rendering: at once, only by `finishRendering`, `afterMs` milliseconds of
 * the fake's clock from the capture, or after that many receives were answered `202 CDR_PENDING`
 * (spec §4.6 rule 7).
 */
export type RenderPlan = 'complete' | 'manual' | { afterMs: number } | { afterReceives: number };

/**
 * A page as a person submitted it: all that the fake is told. Everything else of the record, the
 * consent facts, the mechanism, `autoMetadata`, the phone numbers and the domain, is derived from
 * it as the service derives it, cut to the bounds of spec §8.
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
  /** An absolute http or https URL, at most 8,192 characters; its host gives the domain. */
  pageUrl: string;
  /** The document's title; default: absent. */
  pageTitle?: string | undefined;
  /** The form's `action`; default: absent. */
  formAction?: string | undefined;
  /**
   * The page's other visible text, at most 200,000 characters; default: none. Phone numbers in
   * it reach `autoMetadata.phones` and never match a lead (spec §2.7).
   */
  pageText?: string | undefined;
  /** The form's fields, at most 500; default: none. */
  fields?: readonly CapturedField[] | undefined;
  /** The wordings shown, in page order, at most 500, of which 50 are kept; default: none. */
  disclosures?: readonly CapturedDisclosure[] | undefined;
  /** A consent checkbox stands on the page and is bound to no disclosure; default: `false`. */
  misconfiguredCheckbox?: boolean | undefined;
  /** The control that was pressed; `null`: no submission was detected. Default: a button `Submit`. */
  submit?: CapturedSubmit | null | undefined;
  /** What the integration declared about its disclosures, at most 200; default: none. */
  declaredDisclosures?: readonly DeclaredDisclosure[] | undefined;
  /** Custom data: a JSON object of at most 16 KB as UTF-8; default: absent. */
  customMetadata?: Record<string, unknown> | undefined;
  /** The signer's connection; `null`: it could not be recorded. Default: documentation addresses. */
  signer?: CapturedSigner | null | undefined;
  /** IANA time zone of the signer's device, as `America/Chicago`; default: absent. */
  clientTimezone?: string | undefined;
  /** How long the page was open before it was submitted, in milliseconds; default: absent. */
  timeOnPageMs?: number | undefined;
  /** The capture session; default: absent. */
  sessionId?: string | undefined;
  /** The package that the record belongs to; shown once it groups more than one record. */
  packageId?: string | undefined;
  /** Sub-groups of the record, at most 100; default: absent. */
  subGroupIds?: readonly string[] | undefined;
  /** A free development capture, never collected and never transferable; default: `false`. */
  devMode?: boolean | undefined;
  /** Unix milliseconds by the signer's device, so possibly off; default: the instant of the capture. */
  capturedAt?: number | undefined;
  /** Unix milliseconds when processing finished; default: the fake's clock at that instant. */
  createdAt?: number | undefined;
  /** The evidence image; default: a PNG drawn from the page. */
  image?: CapturedImage | undefined;
  /** The facts were derived before `consentMechanism` existed, so it is absent; default: `false`. */
  derivedBeforeMechanism?: boolean | undefined;
  /** When rendering finishes; default: `complete`, that is at once. */
  render?: RenderPlan | undefined;
  /**
   * The capture returns a share URL: for 30 days with `true`, else for `expiresInMs` milliseconds,
   * more than 0 and at most 2 years. Default: `false`.
   */
  autoShare?: boolean | { expiresInMs: number } | undefined;
}

/** A capture that is known to be shared at once: `autoShare` is `true`, or says how long. */
export interface AutoSharedInput extends CaptureInput {
  /** The capture returns a share URL: for 30 days with `true`, else for `expiresInMs`. */
  autoShare: true | { expiresInMs: number };
}
