import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptanceIssues } from '../../src/contract/acceptance.ts';
import { component, criteriaFile } from './support.ts';

/** The schema in its own file and as a component of the document, which must be the same. */
const SCHEMAS = [
  ['criteria.schema.json', criteriaFile],
  ['openapi.json', component('AcceptanceCriteria')],
] as const;

const orNothing = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Draws a valid value, and sometimes an invalid one. */
const or = <T>(value: fc.Arbitrary<T>, ...others: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const phrase = or(
  fc.string({ minLength: 1, maxLength: 8 }),
  ...['', ' ', '\t\n', '\u00a0', '\ufeffx', 'x'.repeat(5000), 'x'.repeat(5001)],
  ...[` ${'x'.repeat(5000)} `, 'a\nb', 5, null],
);

const ruleIds = or(
  fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
  ...['', 'record.x', 'disclosure.', 'leadMatch.phone', 'records', 'a b', 'a\n', 'x'.repeat(65), 1],
);

function rule(more: Record<string, fc.Arbitrary<unknown>>) {
  return fc.record(
    {
      ruleId: ruleIds,
      anyOf: or(fc.array(phrase, { minLength: 1, maxLength: 3 }), [], Array(11).fill('x'), 'x'),
      match: or(fc.constantFrom('contains', 'exact'), 'regex', null),
      ...more,
    },
    { requiredKeys: ['ruleId', 'anyOf'] },
  );
}

const flag = or(fc.boolean(), 'true', null, 1);

const disclosure = fc.record(
  {
    requirePresent: flag,
    requireUserSubmission: flag,
    requireEveryDisclosureConsented: flag,
    allowConsentBySubmission: flag,
    requiredText: fc.array(
      rule({ scope: or(fc.constantFrom('any_disclosure', 'every_disclosure'), 'none') }),
      { maxLength: 2 },
    ),
    forbiddenText: fc.array(rule({}), { maxLength: 2 }),
    requirePresnt: fc.constant(true),
  },
  { requiredKeys: [] },
);

const criteria = fc.record(
  {
    schemaVersion: or(fc.constant(1), '1', 2, null),
    record: or(
      fc.record({
        maxAgeSeconds: or(fc.integer({ min: 1, max: 157_680_000 }), 0, 1.5, 157_680_001),
      }),
      { maxAge: 1 },
    ),
    disclosure: orNothing(disclosure),
    leadMatch: or(
      fc.record({ phone: or(fc.string({ minLength: 1, maxLength: 40 }), '', 'x'.repeat(41), 5) }),
      {},
    ),
  },
  { requiredKeys: ['schemaVersion'] },
);

/** The error for a ruleId that is used twice, which JSON Schema cannot express. */
const REPEATED = 'this ruleId is used twice';

describe.each(SCHEMAS)('the criteria of %s', (_, isValid) => {
  it('are what the client and the fake take, no looser and no narrower', () => {
    const seen = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(criteria, (given) => {
        const json: unknown = JSON.parse(JSON.stringify(given));
        const issues = acceptanceIssues(json).filter(({ message }) => message !== REPEATED);
        const fits = issues.length === 0;
        seen[fits ? 'valid' : 'invalid'] += 1;
        expect({ json, fits: isValid(json), issues }).toEqual({ json, fits, issues });
      }),
      { numRuns: 600 },
    );
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(30);
  });

  it.each([
    ['true beside true', { requireEveryDisclosureConsented: true, allowConsentBySubmission: true }],
    [
      'false beside true',
      { requireEveryDisclosureConsented: true, allowConsentBySubmission: false },
    ],
  ])('take allowConsentBySubmission: %s', (_title, each) => {
    expect(isValid({ schemaVersion: 1, disclosure: each })).toBe(true);
  });

  it.each([
    ['alone', { allowConsentBySubmission: false }],
    ['beside false', { requireEveryDisclosureConsented: false, allowConsentBySubmission: true }],
  ])('refuse allowConsentBySubmission %s', (_title, each) => {
    expect(isValid({ schemaVersion: 1, disclosure: each })).toBe(false);
  });

  it('take the twenty rules that the service takes, and not one more', () => {
    const rules = (count: number) =>
      Array.from({ length: count }, (_each, index) => ({ ruleId: `r${index}`, anyOf: ['x'] }));
    for (const list of ['requiredText', 'forbiddenText']) {
      expect(isValid({ schemaVersion: 1, disclosure: { [list]: rules(20) } })).toBe(true);
      expect(isValid({ schemaVersion: 1, disclosure: { [list]: rules(21) } })).toBe(false);
    }
  });
});
