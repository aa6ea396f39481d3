import type { AcceptanceRecord } from '../../src/acceptance/judge.ts';
import type { AcceptanceCriteria, DisclosureCriteria } from '../../src/contract/acceptance.ts';
import type { DetectedDisclosure } from '../../src/contract/disclosure.ts';

/** The time at which the records here are judged. */
export const NOW = Date.UTC(2026, 0, 5, 12);

export function disclosure(changes: Partial<DetectedDisclosure> = {}): DetectedDisclosure {
  return {
    key: 'tcpa',
    text: 'By checking this box I agree that Sunroof Demo LLC may call or text me.',
    checkboxDetected: true,
    checkboxAffirmed: true,
    consentMechanism: 'checkbox',
    ...changes,
  };
}

export const checked = disclosure();
export const unchecked = disclosure({ checkboxAffirmed: false });
/** No box, and a submit control that does not read as a refusal. */
export const byButton: DetectedDisclosure = {
  key: 'partners',
  text: 'By pressing Get My Quote you allow Plan Helper Demo to contact you about plans.',
  checkboxDetected: false,
  consentMechanism: 'button_submission',
};
export const noMechanism: DetectedDisclosure = { ...byButton, consentMechanism: 'none_detected' };

/** Makes a record with exactly these disclosures, created at {@link NOW}. */
export function recordWith(...disclosures: DetectedDisclosure[]): AcceptanceRecord {
  return { createdAt: NOW, detectedDisclosureDetails: { userSubmitted: true, disclosures } };
}

/** A record without consent facts: no submission was detected. */
export const factless: AcceptanceRecord = { createdAt: NOW };

export function demanding(criteria: DisclosureCriteria): AcceptanceCriteria {
  return { schemaVersion: 1, disclosure: criteria };
}
