import type { Meaning } from '../errors/code-meanings.ts';
import type { AcceptanceWarningCode } from './warning.ts';

/** What each warning of `lintAcceptance` is about. */
export const WARNING_MEANINGS: Readonly<Record<AcceptanceWarningCode, Meaning>> = {
  NO_REQUIREMENT: {
    cause: 'The criteria accept, and pay for, every record.',
    next: 'Add a requirement, or leave the criteria out.',
  },
  AGE_LOOKS_LIKE_MILLISECONDS: {
    cause: '`maxAgeSeconds` looks like milliseconds.',
    next: 'Write the age in seconds.',
  },
  REQUIRED_PHRASE_FORBIDDEN: {
    cause: 'A required phrase contains a forbidden one, so no record can pass.',
    next: 'Remove one of the two.',
  },
  TYPOGRAPHIC_PHRASE_ALONE: {
    cause: 'A phrase has curly quotes or a typographic hyphen, and no phrase has the plain ones.',
    next: 'Add the plain spelling to `anyOf`.',
  },
  BUTTON_CONSENT_REFUSED: {
    cause: 'A checkbox rule refuses every page on which consent is given by a button.',
    next: 'If such pages are good enough, leave the rule out or add `allowConsentBySubmission`.',
  },
  PHONE_MAY_NOT_NORMALIZE: {
    cause: 'The service may not be able to read this spelling of the number.',
    next: 'Send ten digits.',
  },
  PHONE_NOT_ASSIGNABLE: {
    cause: 'The number is well-formed, but cannot be a real number.',
    next: 'Refuse the lead.',
  },
};
