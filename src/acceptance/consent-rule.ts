import type { DetectedDisclosure } from '../contract/disclosure.ts';
import { isChecked } from './consent-facts.ts';
import type { DisclosureRule } from './disclosure-rule.ts';
import type { AcceptanceReadings } from './readings.ts';

type Consent = 'given' | 'not_given' | 'unavailable';

/** Returns how one disclosure was consented to. The mechanism outranks the booleans (spec §2.3). */
function consentTo(
  disclosure: DetectedDisclosure,
  allowSubmission: boolean,
  missingMechanism: AcceptanceReadings['missingMechanism'],
): Consent {
  const { consentMechanism } = disclosure;
  if (consentMechanism === undefined && missingMechanism === 'unavailable') return 'unavailable';
  if (consentMechanism === undefined || consentMechanism === 'checkbox') {
    return isChecked(disclosure) ? 'given' : 'not_given';
  }
  return consentMechanism === 'button_submission' && allowSubmission ? 'given' : 'not_given';
}

/**
 * Returns the rule `requireEveryDisclosureConsented` (spec §2.7). An empty list fails. A disclosure
 * without consent outweighs one whose mechanism is missing.
 */
export function consentRule(
  allowSubmission: boolean,
  missingMechanism: AcceptanceReadings['missingMechanism'],
): DisclosureRule {
  return {
    ruleId: 'disclosure.requireEveryDisclosureConsented',
    withoutFacts: 'DISCLOSURE_DETAILS_UNAVAILABLE',
    judge({ disclosures }) {
      const consents = disclosures.map((each) =>
        consentTo(each, allowSubmission, missingMechanism),
      );
      if (consents.length === 0 || consents.includes('not_given')) {
        return 'DISCLOSURE_CONSENT_NOT_ACCEPTED';
      }
      return consents.includes('unavailable') ? 'DISCLOSURE_DETAILS_UNAVAILABLE' : undefined;
    },
  };
}
