/**
 * What a warning is about:
 * - `NO_REQUIREMENT`: the criteria accept every record.
 * - `AGE_LOOKS_LIKE_MILLISECONDS`: `maxAgeSeconds` reads as if it had been written in milliseconds.
 * - `REQUIRED_PHRASE_FORBIDDEN`: where a required phrase matches, a forbidden one matches too.
 * - `TYPOGRAPHIC_PHRASE_ALONE`: a phrase with curly quotes or a typographic hyphen, and no phrase of
 *   the rule that has the straight one.
 * - `BUTTON_CONSENT_REFUSED`: a checkbox rule refuses every page where consent is given by button.
 * - `PHONE_MAY_NOT_NORMALIZE`: the service may answer 400 to this way of writing the number.
 * - `PHONE_NOT_ASSIGNABLE`: normalises, but cannot be a real phone number.
 */
export type AcceptanceWarningCode =
  | 'NO_REQUIREMENT'
  | 'AGE_LOOKS_LIKE_MILLISECONDS'
  | 'REQUIRED_PHRASE_FORBIDDEN'
  | 'TYPOGRAPHIC_PHRASE_ALONE'
  | 'BUTTON_CONSENT_REFUSED'
  | 'PHONE_MAY_NOT_NORMALIZE'
  | 'PHONE_NOT_ASSIGNABLE';

/** Something in acceptance criteria that is valid but probably unintended. */
export interface AcceptanceWarning {
  /** What to branch on, or to allow by name. */
  code: AcceptanceWarningCode;
  /** The field meant, dotted (`disclosure.requiredText.0.anyOf.1`); empty for the whole. */
  path: string;
  /** The text rule meant; absent where it is not about one. */
  ruleId?: string;
  /** What is wrong and what to write instead. Never the phone number. */
  message: string;
}
