/**
 * What a warning is about:
 * - `NO_REQUIREMENT`: the criteria accept every record.
 * - `AGE_LOOKS_LIKE_MILLISECONDS`: `maxAgeSeconds` looks like a number of milliseconds.
 * - `REQUIRED_PHRASE_FORBIDDEN`: text that matches a required phrase also matches a forbidden one.
 * - `TYPOGRAPHIC_PHRASE_ALONE`: a phrase has typographic quotes, primes, dashes or ellipses, and the
 *   rule does not also have it with plain ones.
 * - `UNMATCHABLE_PHRASE`: no page contains the phrase: it has HTML entities or tags, text that a
 *   template should have replaced, invisible characters, or nothing visible.
 * - `BUTTON_CONSENT_REFUSED`: a checkbox rule refuses every page where consent is given by button.
 * - `PHONE_MAY_NOT_NORMALIZE`: the service may return 400 for this spelling of the number.
 * - `PHONE_NOT_ASSIGNABLE`: the number normalises, but cannot be a real phone number.
 */
export type AcceptanceWarningCode =
  | 'NO_REQUIREMENT'
  | 'AGE_LOOKS_LIKE_MILLISECONDS'
  | 'REQUIRED_PHRASE_FORBIDDEN'
  | 'TYPOGRAPHIC_PHRASE_ALONE'
  | 'UNMATCHABLE_PHRASE'
  | 'BUTTON_CONSENT_REFUSED'
  | 'PHONE_MAY_NOT_NORMALIZE'
  | 'PHONE_NOT_ASSIGNABLE';

/** Something in acceptance criteria that is valid but probably unintended. */
export interface AcceptanceWarning {
  /** The code to branch on, or to allow by name. */
  code: AcceptanceWarningCode;
  /** The dotted path of the field (`disclosure.requiredText.0.anyOf.1`); empty for the whole. */
  path: string;
  /** The `ruleId` of the text rule; absent if the warning is not about one. */
  ruleId?: string;
  /** What is wrong and what to write instead. Never the phone number. */
  message: string;
}
