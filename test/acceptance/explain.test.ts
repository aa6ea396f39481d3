import { describe, expect, it } from 'vitest';
import { explainFailures } from '../../src/acceptance/explain.ts';
import type { AcceptanceCriteria } from '../../src/contract/acceptance.ts';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';

const long = 'x'.repeat(81);
const criteria: AcceptanceCriteria = {
  schemaVersion: 1,
  record: { maxAgeSeconds: 60_000 },
  disclosure: {
    requireEveryDisclosureConsented: true,
    requiredText: [
      { ruleId: 'one', anyOf: [' call or text '] },
      { ruleId: 'four', anyOf: ['a', 'b', 'c', 'd'], scope: 'every_disclosure', match: 'exact' },
      { ruleId: 'three', anyOf: ['a', long.slice(1), long], scope: 'any_disclosure' },
    ],
    forbiddenText: [
      { ruleId: 'no-card', anyOf: ['gift card', 'prize'], match: 'contains' },
      { ruleId: 'no-exact', anyOf: ['gift card'], match: 'exact' },
    ],
  },
  leadMatch: { phone: '(212) 555-0147' },
};

function explain(ruleId: string, code: string, by: AcceptanceCriteria = criteria) {
  return explainFailures([{ ruleId, code, status: 'failed' }], by)[0];
}

describe('explaining failures (spec §7.1)', () => {
  it.each([
    ['record.maxAgeSeconds', 'RECORD_TOO_OLD', /older than 16 hours 40 minutes$/],
    ['disclosure.requirePresent', 'DISCLOSURE_NOT_PRESENT', /no disclosure was found/],
    ['disclosure.requireUserSubmission', 'USER_SUBMISSION_NOT_DETECTED', /no submission/],
    ['disclosure.requireCheckboxPresent', 'CHECKBOX_NOT_PRESENT', /no disclosure had a readable/],
    ['disclosure.requireAllCheckboxesAffirmed', 'CHECKBOX_NOT_AFFIRMED', /left unchecked/],
    [
      'disclosure.requireAllCheckboxesAffirmed',
      'CHECKBOX_AFFIRMATION_UNAVAILABLE',
      /no consent checkbox/,
    ],
    [
      'disclosure.requireEveryDisclosureConsented',
      'DISCLOSURE_CONSENT_NOT_ACCEPTED',
      /only with allowConsentBySubmission$/,
    ],
    ['one', 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND', /^one: no disclosure contains "call or text"$/],
    [
      'four',
      'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND',
      /^four: not every disclosure is exactly "a" or "b" or "c" or 1 more$/,
    ],
    [
      'three',
      'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND',
      /no disclosure contains "a" or "x{80}" or "x{80}…"$/,
    ],
    [
      'no-card',
      'FORBIDDEN_DISCLOSURE_TEXT_FOUND',
      /contains forbidden text: "gift card" or "prize"$/,
    ],
    [
      'no-exact',
      'FORBIDDEN_DISCLOSURE_TEXT_FOUND',
      /a disclosure is exactly forbidden text: "gift card"$/,
    ],
    ['leadMatch.phone', 'LEAD_PHONE_NOT_MATCHED', /not one that was entered in a phone field/],
    ['leadMatch.phone', 'LEAD_PHONE_MATCH_UNAVAILABLE', /no field .* recognised as a phone field/],
    ['one', 'DISCLOSURE_DETAILS_UNAVAILABLE', /lacks the consent facts/],
  ])('%s %s', (ruleId, code, words) => {
    const explanation = explain(ruleId, code);
    expect(explanation).toMatchObject({ ruleId, code });
    expect(explanation?.words).toMatch(words);
    expect(explanation?.words.startsWith(`${ruleId}: `)).toBe(true);
    expect(explanation?.words).not.toContain('0147');
  });

  it('knows a remedy for every code that is documented', () => {
    const byRemedy = (remedy: string) =>
      Object.keys(ACCEPTANCE_FAILURE_STATUS).filter(
        (code) => explain('r', code)?.remedy === remedy,
      );
    expect(byRemedy('not_possible')).toEqual(['RECORD_TOO_OLD', 'CHECKBOX_NOT_AFFIRMED']);
    expect(byRemedy('ask_producer')).toHaveLength(10);
  });

  it.each(['NEW_CODE', 'toString', '__proto__'])('lets the unknown code %s pass', (code) => {
    expect(explain('r', code)).toEqual({
      ruleId: 'r',
      code,
      words: `r: the requirement was not met (${code})`,
      remedy: 'unknown',
    });
  });

  it('does without what the criteria do not hold', () => {
    const bare: AcceptanceCriteria = { schemaVersion: 1 };
    const words = (code: string) => explain('gone', code, bare)?.words;
    expect(words('RECORD_TOO_OLD')).toBe('gone: the record is older than the criteria accept');
    expect(words('REQUIRED_DISCLOSURE_TEXT_NOT_FOUND')).toBe(
      'gone: no disclosure contains a phrase of the rule',
    );
    expect(words('FORBIDDEN_DISCLOSURE_TEXT_FOUND')).toMatch(
      /forbidden text: a phrase of the rule$/,
    );
    expect(words('DISCLOSURE_CONSENT_NOT_ACCEPTED')).toMatch(/only with allowConsentBySubmission$/);
  });

  it('names both ways of consent where both were accepted', () => {
    const both: AcceptanceCriteria = {
      schemaVersion: 1,
      disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
    };
    const { words } = explain('r', 'DISCLOSURE_CONSENT_NOT_ACCEPTED', both) ?? {};
    expect(words).toMatch(/not consented to by a checked checkbox or the submit button/);
  });

  it('explains each failure in its place, and gives an empty list for an empty list', () => {
    const failures = ['b', 'a'].map((ruleId) => ({ ruleId, code: 'X', status: 'failed' }));
    expect(explainFailures(failures, criteria).map(({ ruleId }) => ruleId)).toEqual(['b', 'a']);
    expect(explainFailures([], criteria)).toEqual([]);
  });

  it.each([undefined, null, 'x', {}])('refuses failures that are %o', (failures) => {
    expect(() => explainFailures(failures as never, criteria)).toThrow(
      'failures: expected a list of failures',
    );
  });

  it.each([null, 'x', {}, { ruleId: 'r' }, { ruleId: 'r', code: 7 }])(
    'refuses a list that holds %o, as a reply may',
    (odd) => {
      const failures = [{ ruleId: 'r', code: 'X', status: 'failed' }, odd];
      expect(() => explainFailures(failures as never, criteria)).toThrow(
        'failures.1: expected a failure { ruleId, status, code }',
      );
    },
  );

  it('refuses invalid criteria, with the path', () => {
    const of = (by: unknown) => () => explain('one', 'X', by as never);
    expect(of(null)).toThrow(InvalidInputError);
    expect(of({ ...criteria, disclosure: { requiredText: [{ ruleId: 'one' }] } })).toThrow(
      'disclosure.requiredText.0.anyOf: expected a list of phrases',
    );
  });
});
