import type { KnownAcceptanceFailureCode } from '../contract/acceptance-codes.ts';
import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import type { ReceiveDecision } from './receive-decision.ts';

/** What to tell the seller of a lead, by the decision on it. */
export const DECISION_WORDS: Readonly<Record<ReceiveDecision, string>> = {
  accept: 'The lead was accepted.',
  duplicate:
    'We already received the consent record; each lead needs its own record and share link.',
  refuse: 'The consent record cannot be accepted.',
  hold: 'The consent record could not be checked yet; we will try again, and nothing is needed from you.',
  fix: 'The consent record could not be checked because of a fault on our side; nothing is needed from you.',
};

/** The most failures that are read: more than criteria allow, but a response may list any number. */
const FAILURES_READ_MAX = 100;

/** Why a record was refused, without details of our criteria: no phrase, no age, no rule name. */
const FAILURES: Readonly<Record<KnownAcceptanceFailureCode, string>> = {
  RECORD_TOO_OLD: 'the record is older than we accept',
  DISCLOSURE_NOT_PRESENT: 'no disclosure was found on the page',
  USER_SUBMISSION_NOT_DETECTED: 'no submission of the form was observed',
  CHECKBOX_NOT_PRESENT: 'no consent checkbox was found beside a disclosure',
  CHECKBOX_NOT_AFFIRMED: 'a consent checkbox was left unchecked',
  CHECKBOX_AFFIRMATION_UNAVAILABLE: 'the record has no consent checkbox',
  DISCLOSURE_CONSENT_NOT_ACCEPTED:
    'the person did not agree to a disclosure in a way that we accept',
  REQUIRED_DISCLOSURE_TEXT_NOT_FOUND: 'the disclosures lack wording that we require',
  FORBIDDEN_DISCLOSURE_TEXT_FOUND: 'a disclosure contains wording that we do not accept',
  LEAD_PHONE_NOT_MATCHED: 'the phone number is not one that was entered in the form',
  LEAD_PHONE_MATCH_UNAVAILABLE: 'no phone field was recognised in the form',
  DISCLOSURE_DETAILS_UNAVAILABLE:
    'the record lacks consent facts, most often because no submission was observed',
};

function wordsOf({ code }: AcceptanceFailure): string {
  return Object.hasOwn(FAILURES, code)
    ? FAILURES[code as KnownAcceptanceFailureCode]
    : 'one of our requirements was not met';
}

/** Describes a refusal by the criteria for the seller of the lead. Names each reason once. */
export function refusalWords(failures: readonly AcceptanceFailure[]): string {
  const reasons = [...new Set(failures.slice(0, FAILURES_READ_MAX).map(wordsOf))];
  const refused = 'The consent record does not meet our requirements';
  return reasons.length === 0 ? `${refused}.` : `${refused}: ${reasons.join('; ')}.`;
}
