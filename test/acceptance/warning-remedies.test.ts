import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintAcceptance } from '../../src/acceptance/lint.ts';
import type { AcceptanceWarning, AcceptanceWarningCode } from '../../src/acceptance/warning.ts';
import { WARNING_MEANINGS } from '../../src/acceptance/warning-meanings.ts';
import {
  type AcceptanceCriteria,
  acceptanceIssues,
  type DisclosureCriteria,
} from '../../src/contract/acceptance.ts';
import type { ForbiddenTextRule, RequiredTextRule } from '../../src/contract/text-rules.ts';

/** What someone does who follows a sentence; `undefined` if no criteria are left to send. */
type Follow = (
  criteria: AcceptanceCriteria,
  warning: AcceptanceWarning,
) => AcceptanceCriteria | undefined;

const rewrite =
  (change: (disclosure: DisclosureCriteria) => DisclosureCriteria): Follow =>
  (criteria) => ({ ...criteria, disclosure: change(criteria.disclosure ?? {}) });

const without = <T extends object>(whole: T, ...names: (keyof T & string)[]): T =>
  Object.fromEntries(
    Object.entries(whole).filter(([name]) => !(names as string[]).includes(name)),
  ) as T;

interface Place {
  readonly list: 'requiredText' | 'forbiddenText';
  readonly index: number;
  readonly at: number;
}

function placeOf({ path }: AcceptanceWarning): Place {
  const [, list, index, , at] = path.split('.');
  return { list: list as Place['list'], index: Number(index), at: Number(at) };
}

/** Puts other phrases in the place of the one that is warned of; a rule needs at least one. */
const replaceBy =
  (phrases: (phrase: string) => readonly string[]): Follow =>
  (criteria, warning) => {
    const { list, index, at } = placeOf(warning);
    return rewrite((disclosure) => {
      const changed = (disclosure[list] ?? []).map((rule, each) =>
        each === index
          ? { ...rule, anyOf: rule.anyOf.toSpliced(at, 1, ...phrases(rule.anyOf[at] ?? '')) }
          : rule,
      );
      return { ...disclosure, [list]: changed.filter(({ anyOf }) => anyOf.length > 0) };
    })(criteria, warning);
  };

const typed = (phrase: string): string =>
  phrase
    .replace(/[‘’′]/g, "'")
    .replace(/[“”″]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/…/g, '...');

const seen = (phrase: string): string =>
  phrase
    .replace(/\{\{.*?\}\}/g, 'Acme Solar')
    .replace('&amp;', '&')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u00ad\u200b]/g, '');

const send =
  (phone: string): Follow =>
  (criteria) => ({ ...criteria, leadMatch: { phone } });

/** Each warning's advice, sentence by sentence. */
const ADVICE: Record<AcceptanceWarningCode, Record<string, Follow>> = {
  NO_REQUIREMENT: {
    'Add a requirement.': rewrite((each) => ({ ...each, requirePresent: true })),
    'If every record is welcome, leave the criteria out.': () => undefined,
  },
  AGE_LOOKS_LIKE_MILLISECONDS: {
    'Write the age in seconds.': (criteria) => ({
      ...criteria,
      record: { maxAgeSeconds: (criteria.record?.maxAgeSeconds ?? 0) / 1000 },
    }),
  },
  REQUIRED_PHRASE_FORBIDDEN: {
    'Remove the required phrase.': replaceBy(() => []),
    'If you need it, remove the rule that forbids it.': (criteria, { message }) => {
      const [, ruleId] = /forbidden by the rule "(.*?)"/.exec(message) ?? [];
      return rewrite(({ forbiddenText = [], ...rest }) => ({
        ...rest,
        forbiddenText: forbiddenText.filter((rule) => rule.ruleId !== ruleId),
      }))(criteria, {} as AcceptanceWarning);
    },
  },
  TYPOGRAPHIC_PHRASE_ALONE: {
    'Add the plain spelling to `anyOf`.': replaceBy((phrase) => [phrase, typed(phrase)]),
    'If the list is full, replace the phrase by it.': replaceBy((phrase) => [typed(phrase)]),
  },
  UNMATCHABLE_PHRASE: {
    'Write the phrase as a reader sees it on the page.': replaceBy((phrase) => [
      seen(phrase).trim() || 'call me',
    ]),
    'If there is nothing to see, remove it.': replaceBy(() => []),
  },
  BUTTON_CONSENT_REFUSED: {
    'If such pages are good enough, keep only `requireEveryDisclosureConsented` of the rules about consent, with `allowConsentBySubmission`.':
      rewrite((each) => ({
        ...without(each, 'requireAllCheckboxesAffirmed', 'requireCheckboxPresent'),
        requireEveryDisclosureConsented: true,
        allowConsentBySubmission: true,
      })),
    'If only checkboxes are, add `requireCheckboxPresent` and leave `allowConsentBySubmission` out.':
      rewrite((each) => ({
        ...without(each, 'allowConsentBySubmission'),
        requireCheckboxPresent: true,
      })),
  },
  PHONE_MAY_NOT_NORMALIZE: { 'Send ten digits.': send('2125550147') },
  PHONE_NOT_ASSIGNABLE: { 'Refuse the lead.': () => undefined },
};

const phrase = fc.constantFrom(
  ...['call me', 'call', 'Solar’s', 'and so on…', 'calls — or texts', '“free”', '5′'],
  ...['AT&amp;T', '<b>agree</b>', '{{brand}} may call', 'tele\u00admarketing', '\u200b'],
);
const anyOf = fc.uniqueArray(phrase, { minLength: 1, maxLength: 4 });
const rules = (name: string) =>
  fc
    .array(anyOf, { maxLength: 3 })
    .map((lists) => lists.map((each, index) => ({ ruleId: `${name}-${index}`, anyOf: each })));
const flag = fc.option(fc.constant(true), { nil: undefined });

const criteriaArbitrary: fc.Arbitrary<AcceptanceCriteria> = fc
  .record({
    schemaVersion: fc.constant(1 as const),
    record: fc.record({
      maxAgeSeconds: fc.option(
        fc.oneof(
          fc.integer({ min: 1, max: 2628 }).map((minutes) => minutes * 60_000),
          fc.constantFrom(60, 3600, 86_400),
        ),
        { nil: undefined },
      ),
    }),
    disclosure: fc.record({
      requireCheckboxPresent: flag,
      requireAllCheckboxesAffirmed: flag,
      requireEveryDisclosureConsented: flag,
      allowConsentBySubmission: fc.option(fc.boolean(), { nil: undefined }),
      requiredText: rules('required') as fc.Arbitrary<RequiredTextRule[]>,
      forbiddenText: rules('forbidden') as fc.Arbitrary<ForbiddenTextRule[]>,
    }),
    leadMatch: fc.option(
      fc.constantFrom({ phone: '555-0147' }, { phone: '(112) 555-0147' }, { phone: '2125550147' }),
      { nil: undefined },
    ),
  })
  .map((each) => each as AcceptanceCriteria)
  .filter((criteria) => acceptanceIssues(criteria).length === 0);

/** What a warning is about, wherever the phrase has moved to. */
function subjectOf(criteria: AcceptanceCriteria, warning: AcceptanceWarning): string {
  const { code, path, ruleId } = warning;
  if (ruleId === undefined) return code === 'BUTTON_CONSENT_REFUSED' ? code : `${code} ${path}`;
  const { list, index, at } = placeOf(warning);
  return `${code} ${ruleId} ${criteria.disclosure?.[list]?.[index]?.anyOf[at]}`;
}

const subjectsIn = (criteria: AcceptanceCriteria): string[] =>
  lintAcceptance(criteria).map((warning) => subjectOf(criteria, warning));

/** Follows a sentence until it has nothing more to say: two rules can forbid one phrase. */
function follow(criteria: AcceptanceCriteria, subject: string, sentence: string) {
  let left = criteria;
  for (let round = 0; round < 4; round += 1) {
    const now = left;
    const warning = lintAcceptance(now).find((each) => subjectOf(now, each) === subject);
    if (warning === undefined) break;
    const next = ADVICE[warning.code][sentence]?.(now, warning);
    if (next === undefined) return undefined;
    expect(acceptanceIssues(next)).toEqual([]);
    left = next;
  }
  return left;
}

describe('the advice of a warning about criteria', () => {
  it.each(Object.entries(ADVICE))('of %s is followed here sentence by sentence', (code, advice) => {
    expect(Object.keys(advice).join(' ')).toBe(
      WARNING_MEANINGS[code as AcceptanceWarningCode].next,
    );
  });

  it('leaves valid criteria that are no longer warned of it', () => {
    const followed = new Set<string>();
    fc.assert(
      fc.property(criteriaArbitrary, (criteria) => {
        for (const warning of lintAcceptance(criteria)) {
          const subject = subjectOf(criteria, warning);
          for (const sentence of Object.keys(ADVICE[warning.code])) {
            const left = follow(criteria, subject, sentence);
            if (left !== undefined) expect(subjectsIn(left)).not.toContain(subject);
            followed.add(sentence);
          }
        }
      }),
      { numRuns: 250, examples: [[{ schemaVersion: 1 }]] },
    );
    expect(followed).toEqual(new Set(Object.values(ADVICE).flatMap((each) => Object.keys(each))));
  });
});
