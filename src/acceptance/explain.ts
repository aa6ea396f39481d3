import { type AcceptanceCriteria, acceptanceIssues } from '../contract/acceptance.ts';
import type { KnownAcceptanceFailureCode } from '../contract/acceptance-codes.ts';
import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import { type ForbiddenTextRule, type RequiredTextRule } from '../contract/text-rules.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { durationInWords } from './duration-in-words.ts';

/**
 * What can help after a refusal. Waiting never does: consent facts and phone hashes are fixed when a
 * record is processed, and its age only grows. (`CDR_PENDING`, for a record that is not rendered yet,
 * is not a refusal.)
 * - `ask_producer`: the page or the number of the lead is wrong. The producer can correct either, or
 *   share another record.
 * - `not_possible`: no one can correct it. The record is too old, or the person on the page left a
 *   checkbox unchecked.
 * - `unknown`: this version does not know the code.
 */
export type AcceptanceRemedy = 'ask_producer' | 'not_possible' | 'unknown';

/** One failure in words. */
export interface FailureExplanation {
  /** The `ruleId` of the failure. */
  ruleId: string;
  /** The code of the failure. */
  code: AcceptanceFailure['code'];
  /** Which requirement was not met, and why. Never contains the phone number. */
  words: string;
  /** What can help. */
  remedy: AcceptanceRemedy;
}

const SHOWN_PHRASES_MAX = 3;
const SHOWN_CHARS_MAX = 80;

function quoted(phrase: string): string {
  const text = phrase.trim();
  return text.length <= SHOWN_CHARS_MAX ? `"${text}"` : `"${text.slice(0, SHOWN_CHARS_MAX)}…"`;
}

/** Returns the text rule's phrases, shortened for people. */
function phrasesOf(rule: RequiredTextRule | ForbiddenTextRule | undefined): string {
  if (rule === undefined) return 'a phrase of the rule';
  const shown = rule.anyOf.slice(0, SHOWN_PHRASES_MAX).map(quoted).join(' or ');
  const left = rule.anyOf.length - SHOWN_PHRASES_MAX;
  return left > 0 ? `${shown} or ${left} more` : shown;
}

function requiredWords(ruleId: string, { disclosure }: AcceptanceCriteria): string {
  const rule = disclosure?.requiredText?.find((each) => each.ruleId === ruleId);
  const where = rule?.scope === 'every_disclosure' ? 'not every disclosure' : 'no disclosure';
  const how = rule?.match === 'exact' ? 'is exactly' : 'contains';
  return `${where} ${how} ${phrasesOf(rule)}`;
}

function forbiddenWords(ruleId: string, { disclosure }: AcceptanceCriteria): string {
  const rule = disclosure?.forbiddenText?.find((each) => each.ruleId === ruleId);
  const how = rule?.match === 'exact' ? 'is exactly' : 'contains';
  return `a disclosure ${how} forbidden text: ${phrasesOf(rule)}`;
}

function tooOldWords(_: string, { record }: AcceptanceCriteria): string {
  const seconds = record?.maxAgeSeconds;
  return seconds === undefined
    ? 'the record is older than the criteria accept'
    : `the record is older than ${durationInWords(seconds)}`;
}

function consentWords(_: string, { disclosure }: AcceptanceCriteria): string {
  return disclosure?.allowConsentBySubmission
    ? 'a disclosure was not consented to by a checked checkbox or the submit button, or none was found'
    : 'a disclosure was not consented to by a checked checkbox, or none was found; consent by the submit button counts only with allowConsentBySubmission';
}

interface Explainer {
  readonly words: string | ((ruleId: string, criteria: AcceptanceCriteria) => string);
  readonly remedy: AcceptanceRemedy;
}

const EXPLAINERS: Record<KnownAcceptanceFailureCode, Explainer> = {
  RECORD_TOO_OLD: { words: tooOldWords, remedy: 'not_possible' },
  DISCLOSURE_NOT_PRESENT: {
    words: 'no disclosure was found on the page',
    remedy: 'ask_producer',
  },
  USER_SUBMISSION_NOT_DETECTED: {
    words: 'no submission was observed on the page',
    remedy: 'ask_producer',
  },
  CHECKBOX_NOT_PRESENT: {
    words: 'no disclosure had a readable consent checkbox bound to it',
    remedy: 'ask_producer',
  },
  CHECKBOX_NOT_AFFIRMED: {
    words: 'a consent checkbox was left unchecked',
    remedy: 'not_possible',
  },
  CHECKBOX_AFFIRMATION_UNAVAILABLE: {
    words: 'the record has no consent checkbox that could have been checked',
    remedy: 'ask_producer',
  },
  DISCLOSURE_CONSENT_NOT_ACCEPTED: { words: consentWords, remedy: 'ask_producer' },
  REQUIRED_DISCLOSURE_TEXT_NOT_FOUND: { words: requiredWords, remedy: 'ask_producer' },
  FORBIDDEN_DISCLOSURE_TEXT_FOUND: { words: forbiddenWords, remedy: 'ask_producer' },
  LEAD_PHONE_NOT_MATCHED: {
    words: 'the number is not one that was entered in a phone field of the page',
    remedy: 'ask_producer',
  },
  LEAD_PHONE_MATCH_UNAVAILABLE: {
    words: 'no field of the page was recognised as a phone field, so there is nothing to compare',
    remedy: 'ask_producer',
  },
  DISCLOSURE_DETAILS_UNAVAILABLE: {
    words:
      'the record lacks the consent facts needed to judge this, most often because no submission was observed',
    remedy: 'ask_producer',
  },
};

function explainerOf(code: string): Explainer {
  if (Object.hasOwn(EXPLAINERS, code)) return EXPLAINERS[code as KnownAcceptanceFailureCode];
  return { words: `the requirement was not met (${code})`, remedy: 'unknown' };
}

/** Checks the failures. Those of `ApiError.details` are always valid, but a caller may pass others. */
function failureIssues(failures: unknown): Issue[] {
  if (!Array.isArray(failures)) {
    return [{ path: 'failures', message: 'expected a list of failures' }];
  }
  const index = failures.findIndex((each) => {
    const { ruleId, code } = (each ?? {}) as Readonly<Record<string, unknown>>;
    return typeof ruleId !== 'string' || typeof code !== 'string';
  });
  if (index < 0) return [];
  return [{ path: `failures.${index}`, message: 'expected a failure { ruleId, status, code }' }];
}

/**
 * Explains which requirements a record did not meet, and what can help (spec §7.1). Returns one
 * explanation for each failure, in the same order. The words are for people and may change.
 *
 * @param failures The failures of `evaluateAcceptance`, or `details.failures` of
 * `CDR_ACCEPTANCE_FAILED`.
 * @param criteria The criteria of the evaluation. The words quote them.
 * @throws InvalidInputError if `failures` is not a list of failures, and for criteria that break the
 * strict shape, with the service's paths.
 *
 * @example
 * ```ts
 * if (isApiError(error, 'CDR_ACCEPTANCE_FAILED')) {
 *   for (const { words, remedy } of explainFailures(error.details.failures, criteria)) {
 *     console.log(words, '| remedy:', remedy);
 *     // disclosure.requireAllCheckboxesAffirmed: a consent checkbox was left unchecked | remedy: not_possible
 *   }
 * }
 * ```
 */
export function explainFailures(
  failures: readonly AcceptanceFailure[],
  criteria: AcceptanceCriteria,
): FailureExplanation[] {
  const issues = [...failureIssues(failures), ...acceptanceIssues(criteria)];
  if (issues.length > 0) throw new InvalidInputError(issues);
  return failures.map(({ ruleId, code }) => {
    const { words, remedy } = explainerOf(code);
    const text = typeof words === 'string' ? words : words(ruleId, criteria);
    return { ruleId, code, words: `${ruleId}: ${text}`, remedy };
  });
}
