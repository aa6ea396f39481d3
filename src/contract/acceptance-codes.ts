/**
 * The status that each code of a refusal comes with (spec §7.1). `failed`: the check ran and was not
 * met. `unavailable`: the record lacks the data.
 */
export const ACCEPTANCE_FAILURE_STATUS = {
  RECORD_TOO_OLD: 'failed',
  DISCLOSURE_NOT_PRESENT: 'failed',
  USER_SUBMISSION_NOT_DETECTED: 'failed',
  CHECKBOX_NOT_PRESENT: 'failed',
  CHECKBOX_NOT_AFFIRMED: 'failed',
  CHECKBOX_AFFIRMATION_UNAVAILABLE: 'unavailable',
  DISCLOSURE_CONSENT_NOT_ACCEPTED: 'failed',
  REQUIRED_DISCLOSURE_TEXT_NOT_FOUND: 'failed',
  FORBIDDEN_DISCLOSURE_TEXT_FOUND: 'failed',
  LEAD_PHONE_NOT_MATCHED: 'failed',
  LEAD_PHONE_MATCH_UNAVAILABLE: 'unavailable',
  DISCLOSURE_DETAILS_UNAVAILABLE: 'unavailable',
} as const;

/** A refusal code that spec §7.1 lists. */
export type KnownAcceptanceFailureCode = keyof typeof ACCEPTANCE_FAILURE_STATUS;
