import { jsonText } from '../../src/texts/json-text.ts';
import { autoMetadataOf } from './auto-metadata.ts';
import type { CaptureInput } from './capture-input.ts';
import { consentFactsOf } from './consent-facts.ts';
import { declaredDisclosuresOf } from './declared-disclosures.ts';
import type { DerivedPage } from './derived-page.ts';
import { viewOf } from './page-view.ts';
import { formPhonesOf } from './person-fields.ts';
import { signerTelemetryOf } from './signer-telemetry.ts';

/** Where a capture is filed (spec §2.2, §2.3). */
export interface CaptureDomain {
  /** The host of the captured page, lower-case. */
  domain: string;
  /** Its last two labels. */
  domainId: string;
}

const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/**
 * Files a page under the last two labels of its host, literally: `shop.example.co.uk` goes under
 * `co.uk` (spec §2.2). A host of one label and an IP address are filed as they are.
 */
export function domainOf(pageUrl: string): CaptureDomain {
  const domain = new URL(pageUrl).hostname.toLowerCase().replace(/\.$/, '');
  const domainId = IP_ADDRESS.test(domain) ? domain : domain.split('.').slice(-2).join('.');
  return { domain, domainId };
}

/** Leaves out the members that are `undefined`: absent means absent. */
function present<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Copies the capturer's object as JSON, as it travels, so later changes do not reach the copy. */
function jsonCopyOf(custom: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(jsonText(custom)) as Record<string, unknown>;
}

/**
 * Derives from a checked page what the service would have derived from the real one (spec §2.3,
 * §2.7, §8). Pure: the same input gives the same result, and they share nothing that can change.
 */
export function derive(input: CaptureInput): DerivedPage {
  return {
    ...domainOf(input.pageUrl),
    ...present({
      pageUrl: input.pageUrl,
      clientTimezone: input.clientTimezone,
      timeOnPageMs: input.timeOnPageMs,
      signerTelemetry: signerTelemetryOf(input.signer),
      consentFacts: consentFactsOf(input),
      declaredDisclosures: declaredDisclosuresOf(input.declaredDisclosures),
      customMetadata: input.customMetadata && jsonCopyOf(input.customMetadata),
      autoMetadata: autoMetadataOf(input),
      image: input.image && { ...input.image },
    }),
    formPhones: formPhonesOf(input.fields ?? []),
    view: viewOf(input),
  };
}
