import type { DisclosureCriteria } from '../contract/acceptance.ts';
import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import type { DetectedDisclosureDetails } from '../contract/disclosure.ts';
import { consentFactsOf } from './consent-facts.ts';
import { disclosureRules } from './disclosure-rules.ts';
import type { AcceptanceReadings } from './readings.ts';
import { failureOf } from './verdict.ts';

/** Keeps only the first `DISCLOSURE_DETAILS_UNAVAILABLE`, for the reading `once`. */
function reportOnce(failures: readonly AcceptanceFailure[]): AcceptanceFailure[] {
  const isRepeatable = ({ code }: AcceptanceFailure) => code !== 'DISCLOSURE_DETAILS_UNAVAILABLE';
  const first = failures.find((failure) => !isRepeatable(failure));
  return failures.filter((failure) => isRepeatable(failure) || failure === first);
}

/** Returns every unmet check of `disclosure` (spec §2.7, §7.1). */
export function judgeDisclosure(
  criteria: DisclosureCriteria,
  details: DetectedDisclosureDetails | undefined,
  readings: AcceptanceReadings,
): AcceptanceFailure[] {
  const facts = details && consentFactsOf(details, readings);
  const failures: AcceptanceFailure[] = [];
  for (const rule of disclosureRules(criteria, readings)) {
    const code = facts ? rule.judge(facts) : rule.withoutFacts;
    if (code !== undefined) failures.push(failureOf(rule.ruleId, code));
  }
  return readings.detailsUnavailable === 'once' ? reportOnce(failures) : failures;
}
