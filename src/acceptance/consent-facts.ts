import type { DetectedDisclosure, DetectedDisclosureDetails } from '../contract/disclosure.ts';
import { normalizeText } from './match-text.ts';
import type { AcceptanceReadings } from './readings.ts';

/** A record's derived consent facts, as the disclosure rules read them. */
export interface ConsentFacts {
  readonly disclosures: readonly DetectedDisclosure[];
  /** Each disclosure's text ready for matching; made at the first call, once for all rules. */
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

/** A readable checkbox was bound to the disclosure, and every such box was checked (spec §2.3). */
export function isChecked(disclosure: DetectedDisclosure): boolean {
  return disclosure.checkboxDetected && disclosure.checkboxAffirmed === true;
}
