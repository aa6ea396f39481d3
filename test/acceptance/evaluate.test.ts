import { describe, expect, it } from 'vitest';
import { evaluateAcceptance } from '../../src/acceptance/evaluate.ts';
import type { AcceptanceRecord } from '../../src/acceptance/judge.ts';
import type { AcceptanceReadingsInput } from '../../src/acceptance/readings.ts';
import type { AcceptanceCriteria, DisclosureCriteria } from '../../src/contract/acceptance.ts';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import {
  byButton,
  checked,
  demanding,
  disclosure,
  factless,
  NOW,
  noMechanism,
  recordWith,
  unchecked,
} from './sample.ts';

/** Returns the findings as `ruleId status CODE`. */
function refusals(
  criteria: AcceptanceCriteria,
  record: AcceptanceRecord,
  readings: AcceptanceReadingsInput = {},
): string[] {
  const verdict = evaluateAcceptance(criteria, record, { now: NOW, readings });
  expect(verdict.outcome).toBe(verdict.failures.length > 0 ? 'rejected' : 'accepted');
  return verdict.failures.map(({ ruleId, status, code }) => `${ruleId} ${status} ${code}`);
}

const empty = recordWith();

describe('criteria that impose nothing (spec §2.7)', () => {
  it.each<[string, AcceptanceCriteria]>([
    ['the smallest object', { schemaVersion: 1 }],
    ['empty parts', { schemaVersion: 1, record: {}, disclosure: {} }],
    ['checks set to false', demanding({ requirePresent: false, requireUserSubmission: false })],
    [
      'the other checks set to false',
      demanding({
        requireCheckboxPresent: false,
        requireAllCheckboxesAffirmed: false,
        requireEveryDisclosureConsented: false,
      }),
    ],
    ['empty rule lists', demanding({ requiredText: [], forbiddenText: [] })],
  ])('%s accepts even a record without consent facts', (_, criteria) => {
    expect(evaluateAcceptance(criteria, factless, { now: NOW })).toEqual({
      outcome: 'accepted',
      failures: [],
      undecidable: [],
    });
  });
});

describe('record.maxAgeSeconds (spec §2.7)', () => {
  const criteria: AcceptanceCriteria = { schemaVersion: 1, record: { maxAgeSeconds: 60 } };
  const tooOld = ['record.maxAgeSeconds failed RECORD_TOO_OLD'];

  it.each([
    ['of exactly that age', 60_000, []],
    ['one millisecond older', 60_001, tooOld],
    ['one millisecond younger', 59_999, []],
    ['made this instant', 0, []],
    ['from the future, however far', -157_680_000_001, []],
  ])('a record %s', (_, ageMs, expected) => {
    expect(refusals(criteria, { createdAt: NOW - ageMs })).toEqual(expected);
  });

  it('takes a Date for now', () => {
    const at = (ageMs: number) =>
      evaluateAcceptance(criteria, { createdAt: NOW - ageMs }, { now: new Date(NOW) }).outcome;
    expect([at(60_000), at(60_001)]).toEqual(['accepted', 'rejected']);
  });
});

describe('the checks of disclosure, alone (spec §2.7, §7.1)', () => {
  const rule = (name: string, code: keyof typeof ACCEPTANCE_FAILURE_STATUS) => [
    `disclosure.${name} ${ACCEPTANCE_FAILURE_STATUS[code]} ${code}`,
  ];
  const notAccepted = rule('requireEveryDisclosureConsented', 'DISCLOSURE_CONSENT_NOT_ACCEPTED');
  const everyone = { requireEveryDisclosureConsented: true } as const;
  const orByButton = { ...everyone, allowConsentBySubmission: true };
  const unreadable = disclosure({ checkboxDetected: false, consentMechanism: 'none_detected' });

  it.each<[string, DisclosureCriteria, AcceptanceRecord, string[]]>([
    ['present', { requirePresent: true }, recordWith(byButton), []],
    ['none', { requirePresent: true }, empty, rule('requirePresent', 'DISCLOSURE_NOT_PRESENT')],
    [
      'no facts',
      { requirePresent: true },
      factless,
      rule('requirePresent', 'DISCLOSURE_DETAILS_UNAVAILABLE'),
    ],
    ['a submission without disclosures', { requireUserSubmission: true }, empty, []],
    [
      'no submission',
      { requireUserSubmission: true },
      factless,
      rule('requireUserSubmission', 'USER_SUBMISSION_NOT_DETECTED'),
    ],
    ['one unchecked box', { requireCheckboxPresent: true }, recordWith(byButton, unchecked), []],
    [
      'no box',
      { requireCheckboxPresent: true },
      recordWith(byButton, noMechanism),
      rule('requireCheckboxPresent', 'CHECKBOX_NOT_PRESENT'),
    ],
    [
      'no disclosure, so no box',
      { requireCheckboxPresent: true },
      empty,
      rule('requireCheckboxPresent', 'CHECKBOX_NOT_PRESENT'),
    ],
    [
      'no facts for a box',
      { requireCheckboxPresent: true },
      factless,
      rule('requireCheckboxPresent', 'DISCLOSURE_DETAILS_UNAVAILABLE'),
    ],
    ['boxes checked', { requireAllCheckboxesAffirmed: true }, recordWith(byButton, checked), []],
    [
      'one of two unchecked',
      { requireAllCheckboxesAffirmed: true },
      recordWith(checked, unchecked),
      rule('requireAllCheckboxesAffirmed', 'CHECKBOX_NOT_AFFIRMED'),
    ],
    [
      'no box to check',
      { requireAllCheckboxesAffirmed: true },
      recordWith(byButton),
      rule('requireAllCheckboxesAffirmed', 'CHECKBOX_AFFIRMATION_UNAVAILABLE'),
    ],
    [
      'no facts about checking',
      { requireAllCheckboxesAffirmed: true },
      factless,
      rule('requireAllCheckboxesAffirmed', 'CHECKBOX_AFFIRMATION_UNAVAILABLE'),
    ],
    ['consent by box', everyone, recordWith(checked, checked), []],
    ['consent withheld', everyone, recordWith(checked, unchecked), notAccepted],
    ['consent by button', everyone, recordWith(checked, byButton), notAccepted],
    ['no mechanism', orByButton, recordWith(checked, noMechanism), notAccepted],
    ['button, allowed', orByButton, recordWith(checked, byButton), []],
    ['unchecked, button allowed', orByButton, recordWith(unchecked), notAccepted],
    ['an unreadable box, button allowed', orByButton, recordWith(unreadable), notAccepted],
    [
      'button, explicitly not allowed',
      { ...orByButton, allowConsentBySubmission: false },
      recordWith(byButton),
      notAccepted,
    ],
    [
      'a mechanism not yet documented',
      orByButton,
      recordWith(disclosure({ consentMechanism: 'voice' })),
      notAccepted,
    ],
    ['nothing to consent to', orByButton, empty, notAccepted],
    [
      'no facts about consent',
      everyone,
      factless,
      rule('requireEveryDisclosureConsented', 'DISCLOSURE_DETAILS_UNAVAILABLE'),
    ],
  ])('%s: %o', (_, criteria, record, expected) => {
    expect(refusals(demanding(criteria), record)).toEqual(expected);
  });

  it('counts no box as checked whose state was not recorded', () => {
    const { checkboxAffirmed: _, ...unrecorded } = checked;
    expect(refusals(demanding(everyone), recordWith(unrecorded))).toEqual(notAccepted);
    expect(
      refusals(demanding({ requireAllCheckboxesAffirmed: true }), recordWith(unrecorded)),
    ).toEqual(rule('requireAllCheckboxesAffirmed', 'CHECKBOX_NOT_AFFIRMED'));
  });
});

describe('the reading missingMechanism (spec §2.3)', () => {
  const everyone = demanding({
    requireEveryDisclosureConsented: true,
    allowConsentBySubmission: true,
  });
  const old = (changes: Parameters<typeof disclosure>[0]) => {
    const { consentMechanism: _, ...rest } = disclosure(changes);
    return rest;
  };
  const refused = (status: string, code: string) => [
    `disclosure.requireEveryDisclosureConsented ${status} ${code}`,
  ];
  const unavailable = refused('unavailable', 'DISCLOSURE_DETAILS_UNAVAILABLE');
  const notAccepted = refused('failed', 'DISCLOSURE_CONSENT_NOT_ACCEPTED');

  it.each([
    ['booleans', 'a checked box', [old({})], []],
    ['booleans', 'an unchecked box', [old({ checkboxAffirmed: false })], notAccepted],
    ['booleans', 'no box', [old({ checkboxDetected: false })], notAccepted],
    ['unavailable', 'a checked box', [old({})], unavailable],
    ['unavailable', 'a checked box beside a new one', [checked, old({})], unavailable],
    ['unavailable', 'consent withheld elsewhere', [old({}), unchecked], notAccepted],
    ['unavailable', 'a new derivation', [checked], []],
  ] as const)('%s: %s', (missingMechanism, _, disclosures, expected) => {
    expect(refusals(everyone, recordWith(...disclosures), { missingMechanism })).toEqual(expected);
  });
});

describe('text rules (spec §2.7)', () => {
  const required = (rule: object) =>
    demanding({ requiredText: [{ ruleId: 'rule', anyOf: ['call or text'], ...rule }] });
  const forbidden = (rule: object) =>
    demanding({ forbiddenText: [{ ruleId: 'rule', anyOf: ['call or text'], ...rule }] });
  const notFound = ['rule failed REQUIRED_DISCLOSURE_TEXT_NOT_FOUND'];
  const found = ['rule failed FORBIDDEN_DISCLOSURE_TEXT_FOUND'];
  const unavailable = ['rule unavailable DISCLOSURE_DETAILS_UNAVAILABLE'];
  const every = { scope: 'every_disclosure' };
  const exactly = { match: 'exact', anyOf: [` ${checked.text.toUpperCase()}\n`] };

  it.each<[string, AcceptanceCriteria, AcceptanceRecord, string[]]>([
    ['in one of two', required({}), recordWith(byButton, checked), []],
    ['in none', required({}), recordWith(byButton), notFound],
    ['in an empty list', required({}), empty, notFound],
    ['without facts', required({}), factless, unavailable],
    [
      'any_disclosure, said',
      required({ scope: 'any_disclosure' }),
      recordWith(byButton, checked),
      [],
    ],
    ['every_disclosure, in one of two', required(every), recordWith(checked, byButton), notFound],
    ['every_disclosure, in each', required(every), recordWith(checked, unchecked), []],
    ['every_disclosure, empty list', required(every), empty, notFound],
    [
      'a phrase for each',
      required({ ...every, anyOf: ['nowhere', 'call or text', 'contact you'] }),
      recordWith(checked, byButton),
      [],
    ],
    ['contains, said', required({ match: 'contains' }), recordWith(checked), []],
    ['exact, a part', required({ match: 'exact' }), recordWith(checked), notFound],
    ['exact, the whole', required(exactly), recordWith(byButton, checked), []],
    ['forbidden, in one of two', forbidden({}), recordWith(byButton, checked), found],
    ['forbidden, in none', forbidden({}), recordWith(byButton), []],
    ['forbidden, empty list', forbidden({}), empty, []],
    ['forbidden, without facts', forbidden({}), factless, unavailable],
    [
      'forbidden, second phrase',
      forbidden({ anyOf: ['x', 'I AGREE'] }),
      recordWith(checked),
      found,
    ],
    ['forbidden exact, a part', forbidden({ match: 'exact' }), recordWith(checked), []],
    ['forbidden exact, the whole', forbidden(exactly), recordWith(checked), found],
  ])('%s', (_, criteria, record, expected) => {
    expect(refusals(criteria, record)).toEqual(expected);
  });

  it('compares in the Unicode form that the reading unicodeForm names', () => {
    const criteria = demanding({ requiredText: [{ ruleId: 'rule', anyOf: ['offer'] }] });
    const ligature = recordWith(disclosure({ text: 'An o\uFB00er.' }));
    expect(refusals(criteria, ligature)).toEqual(notFound);
    expect(refusals(criteria, ligature, { unicodeForm: 'NFKC' })).toEqual([]);
  });

  it('reads a text once, whatever the number of rules and phrases', () => {
    let reads = 0;
    const watched = {
      ...checked,
      get text() {
        reads += 1;
        return checked.text;
      },
    };
    const rules = (prefix: string) =>
      Array.from({ length: 20 }, (_, index) => ({
        ruleId: `${prefix}${index}`,
        anyOf: ['a', 'b'],
      }));
    const criteria = demanding({ requiredText: rules('r'), forbiddenText: rules('f') });
    evaluateAcceptance(criteria, recordWith(watched), { now: NOW });
    // Once to check that it is a string, once to normalise it.
    expect(reads).toBe(2);
  });
});

const allRequested: AcceptanceCriteria = {
  leadMatch: { phone: '(212) 555-0147' },
  disclosure: {
    forbiddenText: [{ ruleId: 'no-partners', anyOf: ['i agree'] }],
    requiredText: [
      { ruleId: 'z-first', anyOf: ['nowhere'] },
      { ruleId: 'a-second', anyOf: ['nowhere'] },
    ],
    allowConsentBySubmission: false,
    requireEveryDisclosureConsented: true,
    requireAllCheckboxesAffirmed: true,
    requireCheckboxPresent: true,
    requireUserSubmission: true,
    requirePresent: true,
  },
  record: { maxAgeSeconds: 1 },
  schemaVersion: 1,
};

describe('the list of failures (spec §7.1)', () => {
  const now = NOW + 1001;
  const codes = (record: AcceptanceRecord, readings: AcceptanceReadingsInput = {}) =>
    evaluateAcceptance(allRequested, record, {
      now,
      hasPhone: () => undefined,
      readings,
    }).failures.map(({ ruleId, code }) => `${ruleId} ${code}`);

  it('holds every unmet check in the order record, disclosure, leadMatch, and no met one', () => {
    expect(codes(recordWith(unchecked))).toEqual([
      'record.maxAgeSeconds RECORD_TOO_OLD',
      'disclosure.requireAllCheckboxesAffirmed CHECKBOX_NOT_AFFIRMED',
      'disclosure.requireEveryDisclosureConsented DISCLOSURE_CONSENT_NOT_ACCEPTED',
      'z-first REQUIRED_DISCLOSURE_TEXT_NOT_FOUND',
      'a-second REQUIRED_DISCLOSURE_TEXT_NOT_FOUND',
      'no-partners FORBIDDEN_DISCLOSURE_TEXT_FOUND',
      'leadMatch.phone LEAD_PHONE_MATCH_UNAVAILABLE',
    ]);
  });

  const factlessCodes = [
    'record.maxAgeSeconds RECORD_TOO_OLD',
    'disclosure.requirePresent DISCLOSURE_DETAILS_UNAVAILABLE',
    'disclosure.requireUserSubmission USER_SUBMISSION_NOT_DETECTED',
    'disclosure.requireCheckboxPresent DISCLOSURE_DETAILS_UNAVAILABLE',
    'disclosure.requireAllCheckboxesAffirmed CHECKBOX_AFFIRMATION_UNAVAILABLE',
    'disclosure.requireEveryDisclosureConsented DISCLOSURE_DETAILS_UNAVAILABLE',
    'z-first DISCLOSURE_DETAILS_UNAVAILABLE',
    'a-second DISCLOSURE_DETAILS_UNAVAILABLE',
    'no-partners DISCLOSURE_DETAILS_UNAVAILABLE',
    'leadMatch.phone LEAD_PHONE_MATCH_UNAVAILABLE',
  ];

  it('reports missing consent facts for each requested rule', () => {
    expect(codes(factless)).toEqual(factlessCodes);
  });

  it('reports them by the first requested rule alone under the reading detailsUnavailable: once', () => {
    expect(codes(factless, { detailsUnavailable: 'once' })).toEqual(
      [0, 1, 2, 4, 9].map((index) => factlessCodes[index]),
    );
  });

  it('holds exactly three fields in each, with the status of the code', () => {
    const { failures } = evaluateAcceptance(allRequested, factless, { now });
    for (const failure of failures) {
      expect(Object.keys(failure)).toEqual(['ruleId', 'status', 'code']);
      expect(ACCEPTANCE_FAILURE_STATUS).toHaveProperty(failure.code, failure.status);
    }
  });
});

describe('leadMatch (spec §2.7)', () => {
  const criteria: AcceptanceCriteria = {
    schemaVersion: 1,
    leadMatch: { phone: '+1 (212) 555-0147' },
  };
  const judge = (hasPhone: (digits: string) => boolean | undefined) =>
    evaluateAcceptance(criteria, factless, { now: NOW, hasPhone });
  const refused = (status: string, code: string) => ({
    outcome: 'rejected',
    failures: [{ ruleId: 'leadMatch.phone', status, code }],
    undecidable: [],
  });

  it('asks for the ten digits and follows the answer', () => {
    expect(judge((digits) => digits === '2125550147').outcome).toBe('accepted');
    expect(judge(() => false)).toEqual(refused('failed', 'LEAD_PHONE_NOT_MATCHED'));
    expect(judge(() => undefined)).toEqual(refused('unavailable', 'LEAD_PHONE_MATCH_UNAVAILABLE'));
  });

  it('is undecidable without hasPhone, and says why', () => {
    expect(evaluateAcceptance(criteria, factless, { now: NOW })).toEqual({
      outcome: 'undecidable',
      failures: [],
      undecidable: [
        {
          ruleId: 'leadMatch.phone',
          why: expect.stringContaining('autoMetadata.phones') as string,
        },
      ],
    });
  });

  it('leaves a verdict rejected where something else failed', () => {
    const old = { ...criteria, record: { maxAgeSeconds: 1 } };
    const verdict = evaluateAcceptance(old, { createdAt: NOW - 1001 }, { now: NOW });
    expect(verdict.outcome).toBe('rejected');
    expect(verdict.undecidable).toHaveLength(1);
  });

  it('refuses an answer that is neither true, false nor undefined, such as a promise', () => {
    const later = (() => Promise.resolve(false)) as unknown as () => boolean;
    expect(() => judge(later)).toThrow(/hasPhone: must return true, false or undefined/);
  });
});

describe('a list entry or a webhook event (spec §2.4, §6.1)', () => {
  const entry = { cdrId: 'cdr_1', createdAt: NOW - 2000 };
  const criteria = { ...demanding({ requirePresent: true, requireUserSubmission: true }) };

  it('leaves the rules of disclosure undecidable, because missing consent facts prove nothing', () => {
    const why = expect.stringContaining('cdrs.get') as string;
    expect(evaluateAcceptance(criteria, entry, { now: NOW })).toEqual({
      outcome: 'undecidable',
      failures: [],
      undecidable: [
        { ruleId: 'disclosure.requirePresent', why },
        { ruleId: 'disclosure.requireUserSubmission', why },
      ],
    });
  });

  it('can still be refused for its age, and accepted where nothing else is asked', () => {
    const aged = (maxAgeSeconds: number) => ({
      schemaVersion: 1 as const,
      record: { maxAgeSeconds },
    });
    expect(evaluateAcceptance({ ...criteria, ...aged(1) }, entry, { now: NOW }).outcome).toBe(
      'rejected',
    );
    expect(evaluateAcceptance(aged(2), entry, { now: NOW }).outcome).toBe('accepted');
  });

  it('is told from a full record, which says when it was captured, and from one with facts', () => {
    const full = { ...entry, capturedAt: NOW };
    expect(evaluateAcceptance(criteria, full, { now: NOW }).outcome).toBe('rejected');
    const withFacts = { ...entry, ...recordWith(checked) };
    expect(evaluateAcceptance(criteria, withFacts, { now: NOW }).outcome).toBe('accepted');
  });
});
