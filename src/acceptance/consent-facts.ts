import type { DetectedDisclosure, DetectedDisclosureDetails } from '../contract/disclosure.ts';
import { normalizeText, type TextReadings } from './match-text.ts';

/** A record's derived consent facts, in the form that the disclosure rules use. */
export interface ConsentFacts {
  readonly disclosures: readonly DetectedDisclosure[];
  /** Each disclosure's normalized text. Computed once, at the first call. */
  normalizedTexts(): readonly string[];
}

export function consentFactsOf(
  details: DetectedDisclosureDetails,
  readings: TextReadings,
): ConsentFacts {
  const { disclosures } = details;
  let texts: readonly string[] | undefined;
  return {
    disclosures,
    normalizedTexts() {
      texts ??= disclosures.map(({ text }) => normalizeText(text, readings));
      return texts;
    },
  };
}

/** Returns whether the disclosure had a readable checkbox, and all of them were checked (spec §2.3). */
export function isChecked(disclosure: DetectedDisclosure): boolean {
  return disclosure.checkboxDetected && disclosure.checkboxAffirmed === true;
}
