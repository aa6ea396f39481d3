import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateAcceptance } from '../../src/acceptance/evaluate.ts';
import type { AcceptanceRecord } from '../../src/acceptance/judge.ts';
import { type AcceptanceCriteria, acceptanceIssues } from '../../src/contract/acceptance.ts';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import type { DetectedDisclosure } from '../../src/contract/disclosure.ts';
import { character } from '../texts/characters.ts';
import { demanding, NOW, recordWith } from './sample.ts';

const optional = { requiredKeys: [] as [] };
const flag = fc.option(fc.boolean(), { nil: undefined });
const words = fc
  .array(fc.constantFrom('i', 'agree', 'call', 'TEXT', 'José', 'Jose\u0301', '’', '\u00A0'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(' '));
const phrase = words.filter((text) => text.trim() !== '');

const anyDisclosure = fc.record(
  {
    key: fc.string(),
    text: fc.oneof(words, fc.string({ unit: character })),
    checkboxDetected: fc.boolean(),
    checkboxAffirmed: fc.boolean(),
    consentMechanism: fc.constantFrom('checkbox', 'button_submission', 'none_detected', 'other'),
  },
  { requiredKeys: ['key', 'text', 'checkboxDetected'] },
) as fc.Arbitrary<DetectedDisclosure>;

const anyRecord: fc.Arbitrary<AcceptanceRecord> = fc
  .tuple(
    fc.integer({ min: NOW - 5000, max: NOW + 5000 }),
    fc.option(fc.array(anyDisclosure, { maxLength: 4 }), { nil: undefined }),
  )
  .map(([createdAt, disclosures]) =>
    disclosures === undefined
      ? { createdAt }
      : { createdAt, detectedDisclosureDetails: { userSubmitted: true, disclosures } },
  );

const forbiddenRule = {
  anyOf: fc.array(phrase, { minLength: 1, maxLength: 3 }),
  match: fc.constantFrom('contains' as const, 'exact' as const),
};
const requiredRule = {
  ...forbiddenRule,
  scope: fc.constantFrom('any_disclosure' as const, 'every_disclosure' as const),
};
const ruleList = (rule: object, prefix: string) =>
  fc
    .array(fc.record(rule, { requiredKeys: ['anyOf' as never] }), { maxLength: 3 })
    .map((rules) => rules.map((each, index) => ({ ruleId: `${prefix}${index}`, ...each })));

const consent = fc.oneof(
  flag.map((each) => ({ requireEveryDisclosureConsented: each })),
  fc.boolean().map((allowConsentBySubmission) => ({
    requireEveryDisclosureConsented: true,
    allowConsentBySubmission,
  })),
);
const disclosureCriteria = fc
  .tuple(
    fc.record(
      {
        requirePresent: flag,
        requireUserSubmission: flag,
        requireCheckboxPresent: flag,
        requireAllCheckboxesAffirmed: flag,
        requiredText: ruleList(requiredRule, 'must'),
        forbiddenText: ruleList(forbiddenRule, 'must-not'),
      },
      optional,
    ),
    consent,
  )
  .map(([checks, rest]) => ({ ...checks, ...rest }));

const anyCriteria = fc
  .record(
    {
      record: fc.record({ maxAgeSeconds: fc.integer({ min: 1, max: 5 }) }, optional),
      disclosure: disclosureCriteria,
      leadMatch: fc.constant({ phone: '(212) 555-0147' }),
    },
    optional,
  )
  .map((parts) => ({ schemaVersion: 1, ...parts }) as AcceptanceCriteria);

const options = fc.record({
  now: fc.constant(NOW),
  hasPhone: fc.constantFrom(
    undefined,
    () => true,
    () => false,
    () => undefined,
  ),
  readings: fc.record({
    unicodeForm: fc.constantFrom('NFC' as const, 'NFKC' as const),
    missingMechanism: fc.constantFrom('booleans' as const, 'unavailable' as const),
    detailsUnavailable: fc.constantFrom('perRule' as const, 'once' as const),
  }),
});

/** Returns each dotted name or `ruleId` that the criteria ask for. */
function requested({ record, disclosure, leadMatch }: AcceptanceCriteria): string[] {
  const { requiredText = [], forbiddenText = [], ...flags } = disclosure ?? {};
  return [
    ...(record?.maxAgeSeconds === undefined ? [] : ['record.maxAgeSeconds']),
    ...Object.entries(flags)
      .filter(([name, value]) => value === true && name !== 'allowConsentBySubmission')
      .map(([name]) => `disclosure.${name}`),
    ...[...requiredText, ...forbiddenText].map(({ ruleId }) => ruleId),
    ...(leadMatch ? ['leadMatch.phone'] : []),
  ];
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(entries.reverse());
}

describe('for criteria of legal shape and any record', () => {
  it('a verdict is given, with failures of requested checks only and each once', () => {
    fc.assert(
      fc.property(anyCriteria, anyRecord, options, (criteria, record, context) => {
        expect(acceptanceIssues(criteria)).toEqual([]);
        const { outcome, failures, undecidable } = evaluateAcceptance(criteria, record, context);
        const reported = [...failures, ...undecidable].map(({ ruleId }) => ruleId);
        expect(requested(criteria)).toEqual(expect.arrayContaining(reported));
        expect(new Set(reported).size).toBe(reported.length);
        for (const { code, status } of failures) {
          expect(ACCEPTANCE_FAILURE_STATUS).toHaveProperty(code, status);
        }
        expect(outcome === 'rejected').toBe(failures.length > 0);
        if (failures.length === 0) {
          expect(outcome).toBe(undecidable.length > 0 ? 'undecidable' : 'accepted');
        }
      }),
    );
  });

  it('nothing handed in is changed, and the same is judged the same', () => {
    fc.assert(
      fc.property(anyCriteria, anyRecord, options, (criteria, record, context) => {
        const before = structuredClone([criteria, record]);
        const first = evaluateAcceptance(criteria, record, context);
        expect(evaluateAcceptance(criteria, record, context)).toEqual(first);
        expect([criteria, record]).toEqual(before);
      }),
    );
  });

  it('the order in which the fields are written changes nothing', () => {
    fc.assert(
      fc.property(anyCriteria, anyRecord, options, (criteria, record, context) => {
        const turned = evaluateAcceptance(
          reversed(criteria) as AcceptanceCriteria,
          reversed(record) as AcceptanceRecord,
          context,
        );
        expect(turned).toEqual(evaluateAcceptance(criteria, record, context));
      }),
    );
  });

  it('leaving out a part of the criteria takes away its failures and no other', () => {
    fc.assert(
      fc.property(anyCriteria, anyRecord, options, (criteria, record, context) => {
        const all = evaluateAcceptance(criteria, record, context);
        for (const part of ['record', 'disclosure', 'leadMatch'] as const) {
          const { [part]: removed, ...rest } = criteria;
          const gone = requested({ schemaVersion: 1, [part]: removed });
          const left = evaluateAcceptance(rest, record, context);
          expect(left.failures).toEqual(
            all.failures.filter(({ ruleId }) => !gone.includes(ruleId)),
          );
        }
      }),
    );
  });

  it('each check of disclosure alone fails exactly when it fails among the others', () => {
    fc.assert(
      fc.property(disclosureCriteria, anyRecord, (disclosure, record) => {
        const all = evaluateAcceptance(demanding(disclosure as never), record, { now: NOW });
        const alone = Object.entries(disclosure)
          .filter(([name]) => name !== 'allowConsentBySubmission')
          .flatMap(([name, value]) => {
            const allow = (disclosure as { allowConsentBySubmission?: boolean })
              .allowConsentBySubmission;
            const isConsent = name === 'requireEveryDisclosureConsented' && allow !== undefined;
            const single = { [name]: value, ...(isConsent && { allowConsentBySubmission: allow }) };
            return evaluateAcceptance(demanding(single as never), record, { now: NOW }).failures;
          });
        expect(all.failures).toEqual(expect.arrayContaining(alone));
        expect(all.failures).toHaveLength(alone.length);
      }),
    );
  });

  it('the order of the disclosures changes nothing', () => {
    fc.assert(
      fc.property(anyCriteria, fc.array(anyDisclosure, { maxLength: 4 }), (criteria, list) => {
        const judge = (disclosures: DetectedDisclosure[]) =>
          evaluateAcceptance(criteria, recordWith(...disclosures), { now: NOW });
        expect(judge(list.toReversed())).toEqual(judge(list));
      }),
    );
  });
});

describe('text rules', () => {
  const list = fc.array(anyDisclosure, { minLength: 1, maxLength: 4 });
  const match = fc.constantFrom('contains' as const, 'exact' as const);

  it('canonically equivalent texts and phrases are judged alike', () => {
    fc.assert(
      fc.property(list, phrase, match, (disclosures, text, how) => {
        const judge = (form: 'NFC' | 'NFD') =>
          evaluateAcceptance(
            demanding({ requiredText: [{ ruleId: 'r', anyOf: [text], match: how }] }),
            recordWith(
              ...disclosures.map((each) => ({ ...each, text: each.text.normalize(form) })),
            ),
            { now: NOW },
          ).outcome;
        expect(judge('NFD')).toBe(judge('NFC'));
      }),
    );
  });

  it('of the same phrase required and forbidden, exactly one fails where there are disclosures', () => {
    fc.assert(
      fc.property(list, fc.array(phrase, { minLength: 1 }), match, (disclosures, anyOf, how) => {
        const { failures } = evaluateAcceptance(
          demanding({
            requiredText: [{ ruleId: 'must', anyOf: anyOf.slice(0, 10), match: how }],
            forbiddenText: [{ ruleId: 'must-not', anyOf: anyOf.slice(0, 10), match: how }],
          }),
          recordWith(...disclosures),
          { now: NOW },
        );
        expect(failures).toHaveLength(1);
      }),
    );
  });

  it('agree with an oracle that compares everything with everything', () => {
    const tidy = (text: string) =>
      text.normalize('NFC').split(/\s+/).filter(Boolean).join(' ').toLowerCase();
    fc.assert(
      fc.property(list, ruleList(requiredRule, 'r'), (disclosures, rules) => {
        const texts = disclosures.map(({ text }) => tidy(text));
        const unmet = (
          rules as { ruleId: string; anyOf: string[]; match?: string; scope?: string }[]
        )
          .filter(({ anyOf, match: how, scope }) => {
            const hits = texts.filter((text) =>
              anyOf
                .map(tidy)
                .some((each) => (how === 'exact' ? text === each : text.includes(each))),
            ).length;
            return hits < (scope === 'every_disclosure' ? texts.length : 1);
          })
          .map(({ ruleId }) => ruleId);
        const { failures } = evaluateAcceptance(
          demanding({ requiredText: rules as never }),
          recordWith(...disclosures),
          { now: NOW },
        );
        expect(failures.map(({ ruleId }) => ruleId)).toEqual(unmet);
      }),
    );
  });
});
