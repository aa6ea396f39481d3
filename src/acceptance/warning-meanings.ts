import type { Meaning } from '../errors/code-meanings.ts';
import type { AcceptanceWarningCode } from './warning.ts';

/** What each warning of `lintAcceptance` is about. */
export const WARNING_MEANINGS: Readonly<Record<AcceptanceWarningCode, Meaning>> = {
  NO_REQUIREMENT: {
    cause: 'The criteria accept, and pay for, every record.',
    next: 'Add a requirement. If every record is welcome, leave the criteria out.',
  },
  AGE_LOOKS_LIKE_MILLISECONDS: {
    cause: '`maxAgeSeconds` looks like milliseconds.',
    next: 'Write the age in seconds.',
  },
  REQUIRED_PHRASE_FORBIDDEN: {
    cause: 'A required phrase contains a forbidden one, so no record can pass by it.',
    next: 'Remove the required phrase. If you need it, remove the rule that forbids it.',
  },
  TYPOGRAPHIC_PHRASE_ALONE: {
    cause:
      'A phrase has typographic quotes, primes, dashes or ellipses, and no phrase has the plain ones.',
    next: 'Add the plain spelling to `anyOf`. If the list is full, replace the phrase by it.',
  },
  UNMATCHABLE_PHRASE: {
    cause:
      'No page contains the phrase: it has HTML, text that a template should have replaced, invisible characters, or nothing visible.',
    next: 'Write the phrase as a reader sees it on the page. If there is nothing to see, remove it.',
  },
  BUTTON_CONSENT_REFUSED: {
    cause: 'A checkbox rule refuses every page on which consent is given by a button.',
    next: 'If such pages are good enough, keep only `requireEveryDisclosureConsented` of the rules about consent, with `allowConsentBySubmission`. If only checkboxes are, add `requireCheckboxPresent` and leave `allowConsentBySubmission` out.',
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
