import { describe, expect, it } from 'vitest';
import { evaluateAcceptance } from '../../src/acceptance/evaluate.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { checked, demanding, factless, NOW, recordWith } from './sample.ts';

/** Returns the paths that a call with these arguments is refused for. */
function refusedPaths(
  criteria: unknown,
  record: unknown = factless,
  options: object = {},
): string[] {
  try {
    evaluateAcceptance(criteria as never, record as never, { now: NOW, ...options });
  } catch (error) {
    if (error instanceof InvalidInputError) return error.issues.map(({ path }) => path);
    throw error;
  }
  return [];
}

const nothing = { schemaVersion: 1 };

describe('what evaluateAcceptance refuses', () => {
  it.each<[string, unknown, string[]]>([
    ['no schemaVersion', {}, ['schemaVersion']],
    ['a misspelt check', demanding({ requirePresnt: true } as never), ['disclosure.requirePresnt']],
    [
      'allowConsentBySubmission alone',
      demanding({ allowConsentBySubmission: false } as never),
      ['disclosure.allowConsentBySubmission'],
    ],
    [
      'a scope on a forbidden rule',
      demanding({
        forbiddenText: [{ ruleId: 'r', anyOf: ['x'], scope: 'any_disclosure' } as never],
      }),
      ['disclosure.forbiddenText.0.scope'],
    ],
    ['no criteria', null, ['']],
  ])('%s (spec §2.7)', (_, criteria, paths) => {
    expect(refusedPaths(criteria)).toEqual(paths);
  });

  it.each<[string, unknown, string[]]>([
    ['no record', null, ['record']],
    ['a record id', 'cdr_1', ['record']],
    ['no createdAt', {}, ['record.createdAt']],
    ['createdAt as text', { createdAt: '2026-01-05' }, ['record.createdAt']],
    ['createdAt not a number', { createdAt: Number.NaN }, ['record.createdAt']],
    [
      'facts of null',
      { createdAt: NOW, detectedDisclosureDetails: null },
      ['record.detectedDisclosureDetails.disclosures'],
    ],
    [
      'facts without a list',
      { createdAt: NOW, detectedDisclosureDetails: { userSubmitted: true } },
      ['record.detectedDisclosureDetails.disclosures'],
    ],
    ...[{}, null, { text: 5 }].map((entry): [string, unknown, string[]] => [
      `a disclosure of ${JSON.stringify(entry)}`,
      {
        createdAt: NOW,
        detectedDisclosureDetails: { userSubmitted: true, disclosures: [checked, entry] },
      },
      ['record.detectedDisclosureDetails.disclosures.1.text'],
    ]),
    [
      'a first disclosure without text',
      { createdAt: NOW, detectedDisclosureDetails: { disclosures: [{}, checked] } },
      ['record.detectedDisclosureDetails.disclosures.0.text'],
    ],
    [
      'all at once',
      { detectedDisclosureDetails: null },
      ['record.createdAt', 'record.detectedDisclosureDetails.disclosures'],
    ],
  ])('%s', (_, record, paths) => {
    expect(refusedPaths(nothing, record)).toEqual(paths);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, new Date('never'), '5', undefined])(
    'now: %o',
    (now) => {
      expect(refusedPaths(nothing, factless, { now })).toEqual(['now']);
    },
  );

  it.each([true, null, { '2125550147': true }])('hasPhone: %o', (hasPhone) => {
    expect(refusedPaths(nothing, factless, { hasPhone })).toEqual(['hasPhone']);
  });

  it('invalid readings, with what is expected; readings of other matters are left alone', () => {
    const readings = { unicodeForm: 'NFD', phoneGrammar: 'loose', collectFalse: 'defer' };
    expect(refusedPaths(nothing, factless, { readings })).toEqual([
      'readings.unicodeForm',
      'readings.phoneGrammar',
    ]);
    expect(() =>
      evaluateAcceptance(nothing as never, factless, { now: NOW, readings: readings as never }),
    ).toThrow('readings.unicodeForm: expected "NFC" or "NFKC"');
    expect(refusedPaths(nothing, factless, { readings: { unicodeForm: undefined } })).toEqual([]);
  });

  it('says what was expected of each argument', () => {
    const call = (record: unknown, now: unknown) => () =>
      evaluateAcceptance(nothing as never, record as never, { now: now as number });
    expect(call(null, NOW)).toThrow('record: expected a record');
    expect(call({ detectedDisclosureDetails: null }, 'x')).toThrow(
      'now: expected Unix milliseconds or a valid Date; ' +
        'record.createdAt: expected Unix milliseconds; ' +
        'record.detectedDisclosureDetails.disclosures: expected a list',
    );
    const noText = { createdAt: 1, detectedDisclosureDetails: { disclosures: [{}] } };
    expect(call(noText, NOW)).toThrow('disclosures.0.text: expected a string');
  });
});

describe('a phone that does not normalise (spec §2.7)', () => {
  const lead = (phone: string) => ({ schemaVersion: 1, leadMatch: { phone } });

  it('is refused at its path by the grammar in force, and never echoed', () => {
    const extension = lead('212-555-0147 x12');
    const lenient = { readings: { phoneGrammar: 'lenient' } };
    expect(refusedPaths(extension)).toEqual(['leadMatch.phone']);
    expect(refusedPaths(extension, factless, lenient)).toEqual([]);
    expect(refusedPaths(lead('555-0147'), factless, lenient)).toEqual(['leadMatch.phone']);
    expect(() => evaluateAcceptance(extension as never, recordWith(checked), { now: NOW })).toThrow(
      /^leadMatch\.phone: expected a North American number: ten digits, or eleven starting with 1$/,
    );
  });

  it('is refused for its length by the schema', () => {
    expect(refusedPaths(lead(`2125550147${' '.repeat(31)}`))).toEqual(['leadMatch.phone']);
    expect(refusedPaths(lead(''))).toEqual(['leadMatch.phone']);
  });

  it.each([undefined, null, 5])('options that are %o are refused by name', (options) => {
    const criteria = { schemaVersion: 1 } as const;
    expect(() => evaluateAcceptance(criteria, factless, options as never)).toThrow(
      new InvalidInputError([{ path: 'options', message: 'expected an object with now' }]),
    );
  });
});
