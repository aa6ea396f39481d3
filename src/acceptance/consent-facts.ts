import type { DetectedDisclosure, DetectedDisclosureDetails } from '../contract/disclosure.ts';
import { normalizeText } from './match-text.ts';
import type { AcceptanceReadings } from './readings.ts';

/** A record's derived consent facts, in the form that the disclosure rules use. */
export interface ConsentFacts {
  readonly disclosures: readonly DetectedDisclosure[];
  /** Each disclosure's normalized text. Computed once, at the first call. */
  normalizedTexts(): readonly string[];
}

export function consentFactsOf(
  details: DetectedDisclosureDetails,
  form: AcceptanceReadings['unicodeForm'],
): ConsentFacts {
  const { disclosures } = details;
  let texts: readonly string[] | undefined;
  return {
    disclosures,
    normalizedTexts() {
      texts ??= disclosures.map(({ text }) => normalizeText(text, form));
      return texts;
    },
  };
}

/** Returns whether the disclosure had a readable checkbox, and all of them were checked (spec §2.3). */
export function isChecked(disclosure: DetectedDisclosure): boolean {
  return disclosure.checkboxDetected && disclosure.checkboxAffirmed === true;
}
