import type { DisclosureCriteria } from '../contract/acceptance.ts';
import { isChecked } from './consent-facts.ts';
import { consentRule } from './consent-rule.ts';
import type { DisclosureRule } from './disclosure-rule.ts';
import type { AcceptanceReadings } from './readings.ts';
import { forbiddenTextRule, requiredTextRule } from './text-rule.ts';

const requirePresent: DisclosureRule = {
  ruleId: 'disclosure.requirePresent',
  withoutFacts: 'DISCLOSURE_DETAILS_UNAVAILABLE',
  judge: ({ disclosures }) => (disclosures.length > 0 ? undefined : 'DISCLOSURE_NOT_PRESENT'),
};

/** Always met with consent facts: they are derived only if a submission was detected (spec §2.3). */
const requireUserSubmission: DisclosureRule = {
  ruleId: 'disclosure.requireUserSubmission',
  withoutFacts: 'USER_SUBMISSION_NOT_DETECTED',
  judge: () => undefined,
};

const requireCheckboxPresent: DisclosureRule = {
  ruleId: 'disclosure.requireCheckboxPresent',
  withoutFacts: 'DISCLOSURE_DETAILS_UNAVAILABLE',
  judge: ({ disclosures }) =>
    disclosures.some((each) => each.checkboxDetected) ? undefined : 'CHECKBOX_NOT_PRESENT',
};

const requireAllCheckboxesAffirmed: DisclosureRule = {
  ruleId: 'disclosure.requireAllCheckboxesAffirmed',
  withoutFacts: 'CHECKBOX_AFFIRMATION_UNAVAILABLE',
  judge({ disclosures }) {
    const withCheckbox = disclosures.filter((each) => each.checkboxDetected);
    if (withCheckbox.length === 0) return 'CHECKBOX_AFFIRMATION_UNAVAILABLE';
    return withCheckbox.every(isChecked) ? undefined : 'CHECKBOX_NOT_AFFIRMED';
  },
};

/** Returns the requested checks of `disclosure`, in the order of the table in spec §2.7. */
export function disclosureRules(
  criteria: DisclosureCriteria,
  readings: AcceptanceReadings,
): DisclosureRule[] {
  const rules: DisclosureRule[] = [];
  if (criteria.requirePresent) rules.push(requirePresent);
  if (criteria.requireUserSubmission) rules.push(requireUserSubmission);
  if (criteria.requireCheckboxPresent) rules.push(requireCheckboxPresent);
  if (criteria.requireAllCheckboxesAffirmed) rules.push(requireAllCheckboxesAffirmed);
  if (criteria.requireEveryDisclosureConsented) {
    const allowSubmission = criteria.allowConsentBySubmission === true;
    rules.push(consentRule(allowSubmission, readings.missingMechanism));
  }
  for (const rule of criteria.requiredText ?? []) rules.push(requiredTextRule(rule, readings));
  for (const rule of criteria.forbiddenText ?? []) rules.push(forbiddenTextRule(rule, readings));
  return rules;
}
