import {
  type AcceptanceCriteria,
  acceptanceIssues,
  type DisclosureCriteria,
} from '../contract/acceptance.ts';
import { UNIT_MS } from '../contract/limits.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { disclosureRules } from './disclosure-rules.ts';
import { durationInWords } from './duration-in-words.ts';
import { lintText } from './lint-text.ts';
import { normalizePhone } from './normalize-phone.ts';
import { DEFAULT_ACCEPTANCE_READINGS } from './readings.ts';
import type { AcceptanceWarning } from './warning.ts';

const { hours: HOUR_MS, minutes: MINUTE_MS } = UNIT_MS;
const DAY_SECONDS = UNIT_MS.days / UNIT_MS.seconds;

/** The area code and exchange of an assignable number start with 2 to 9. */
const ASSIGNABLE = /^[2-9]..[2-9]/;

function lintWhole({
  record,
  disclosure = {},
  leadMatch,
}: AcceptanceCriteria): AcceptanceWarning[] {
  const rules = disclosureRules(disclosure, DEFAULT_ACCEPTANCE_READINGS);
  if (record?.maxAgeSeconds !== undefined || rules.length > 0 || leadMatch) return [];
  const message = 'imposes no requirement: every record is accepted and paid for';
  return [{ code: 'NO_REQUIREMENT', path: '', message }];
}

/**
 * Returns whether a value looks like milliseconds, the unit of every other duration (spec §2.7): a
 * whole number of hours in milliseconds, or of minutes in milliseconds unless it is also a whole
 * number of days in seconds. No one writes 86,400,000 to mean 1,000 days.
 */
function looksLikeMs(value: number): boolean {
  return value % HOUR_MS === 0 || (value % MINUTE_MS === 0 && value % DAY_SECONDS !== 0);
}

function lintAge({ record }: AcceptanceCriteria): AcceptanceWarning[] {
  const value = record?.maxAgeSeconds;
  // What it may have meant must not look wrong itself.
  if (value === undefined || !looksLikeMs(value) || looksLikeMs(value / 1000)) return [];
  const message =
    `is in seconds: ${durationInWords(value)}; ` +
    `if ${durationInWords(value / 1000)} was meant, write ${value / 1000}`;
  return [{ code: 'AGE_LOOKS_LIKE_MILLISECONDS', path: 'record.maxAgeSeconds', message }];
}

const BUTTON_TOO =
  'requireEveryDisclosureConsented: true with allowConsentBySubmission: true accepts both';

/**
 * Warns about rules that refuse consent by button. `requireCheckboxPresent` shows that this is
 * intended, unless `allowConsentBySubmission` contradicts it, and so does `false` for the latter.
 */
function lintCheckboxes(disclosure: DisclosureCriteria): AcceptanceWarning[] {
  const { requireCheckboxPresent, requireAllCheckboxesAffirmed } = disclosure;
  const { requireEveryDisclosureConsented, allowConsentBySubmission } = disclosure;
  const warning = (field: string, message: string): AcceptanceWarning[] => [
    { code: 'BUTTON_CONSENT_REFUSED', path: `disclosure.${field}`, message },
  ];
  if (allowConsentBySubmission && requireCheckboxPresent) {
    const message =
      'refuses every record without a checkbox, although allowConsentBySubmission allows them; leave one of the two out';
    return warning('requireCheckboxPresent', message);
  }
  if (requireCheckboxPresent) return [];
  const refused = 'also refuses every record without a checkbox, even if a button gave consent; ';
  if (requireAllCheckboxesAffirmed) {
    const intended = allowConsentBySubmission
      ? 'if this is intended, write requireCheckboxPresent in place of allowConsentBySubmission'
      : 'add requireCheckboxPresent if this is intended';
    const message = `${refused}leave it out if you want such pages (${BUTTON_TOO}), or ${intended}`;
    return warning('requireAllCheckboxesAffirmed', message);
  }
  if (!requireEveryDisclosureConsented || allowConsentBySubmission !== undefined) return [];
  const message = `${refused}add allowConsentBySubmission: true if you want such pages, or false if this is intended`;
  return warning('requireEveryDisclosureConsented', message);
}

function lintPhone({ leadMatch }: AcceptanceCriteria): AcceptanceWarning[] {
  if (!leadMatch) return [];
  const path = 'leadMatch.phone';
  const tenDigits = normalizePhone(leadMatch.phone);
  if (tenDigits === undefined) {
    const message = 'the service may not accept this format; send only the ten digits';
    return [{ code: 'PHONE_MAY_NOT_NORMALIZE', path, message }];
  }
  if (ASSIGNABLE.test(tenDigits)) return [];
  const message = 'this cannot be a real number: area code and exchange start with 2 to 9';
  return [{ code: 'PHONE_NOT_ASSIGNABLE', path, message }];
}

/**
 * Warns about acceptance criteria that are valid but probably unintended (spec §2.7). An empty list
 * means that nothing was found. Use it to review criteria before you send them.
 *
 * @throws InvalidInputError for criteria that break the strict shape, with the service's paths.
 *
 * @example
 * ```ts
 * lintAcceptance({ schemaVersion: 1, record: { maxAgeSeconds: 86_400_000 } });
 * // [{
 * //   code: 'AGE_LOOKS_LIKE_MILLISECONDS',
 * //   path: 'record.maxAgeSeconds',
 * //   message: 'is in seconds: 1000 days; if 1 day was meant, write 86400',
 * // }]
 * ```
 */
export function lintAcceptance(criteria: AcceptanceCriteria): AcceptanceWarning[] {
  const issues = acceptanceIssues(criteria);
  if (issues.length > 0) throw new InvalidInputError(issues);
  const { disclosure = {} } = criteria;
  return [
    ...lintWhole(criteria),
    ...lintAge(criteria),
    ...lintCheckboxes(disclosure),
    ...lintText(disclosure),
    ...lintPhone(criteria),
  ];
}
