import * as limits from '../../contract/limits.ts';
import { listOf, membersOf } from '../answer.ts';
import { differs, type Finding, holds, isAnswer, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import { refusingCriteria } from '../refusal.ts';
import type { Run } from '../run.ts';
import { rowsOf, type StatementRow } from '../statement-row.ts';
import { judgesBodyFirst } from './body-first.ts';

const PHONE = '(212) 555-0147';

/** Criteria that break a rule about their form. */
type Wrong = Readonly<Record<string, unknown>>;

const text = (rules: unknown): Wrong => ({ disclosure: { requiredText: rules } });
const oneRule = (rule: Wrong): Wrong => text([{ ruleId: 'r', anyOf: ['x'], ...rule }]);
const rules = (count: number, from = 0): unknown[] =>
  Array.from({ length: count }, (_, index) => ({ ruleId: `r${from + index}`, anyOf: ['x'] }));

/** Statements about the form of criteria (spec §2.7, §8, §9), each with criteria that break it. */
const BREACHES: readonly (readonly [section: string, rule: string, wrong: Wrong])[] = [
  ['9', 'schemaVersion has no default.', { schemaVersion: undefined }],
  ['9', 'schemaVersion is the number 1, no text.', { schemaVersion: '1' }],
  ['9', 'schemaVersion is 1 and nothing else.', { schemaVersion: 2 }],
  ['2.7', 'The acceptance object is strict.', { calibrate: 1 }],
  ['2.7', 'disclosure is strict.', { disclosure: { requirePressent: true } }],
  ['2.7', 'record is strict.', { record: { maxAge: 1 } }],
  ['2.7', 'leadMatch is strict.', { leadMatch: { phone: PHONE, email: 'a@example.com' } }],
  [
    '2.7',
    'A text rule is strict, and scope is of requiredText alone.',
    { disclosure: { forbiddenText: [{ ruleId: 'r', anyOf: ['x'], scope: 'any_disclosure' }] } },
  ],
  ['2.7', 'maxAgeSeconds is positive.', { record: { maxAgeSeconds: 0 } }],
  ['2.7', 'maxAgeSeconds is whole.', { record: { maxAgeSeconds: 1.5 } }],
  [
    '8',
    'maxAgeSeconds is at most 157,680,000.',
    { record: { maxAgeSeconds: limits.MAX_AGE_SECONDS_MAX + 1 } },
  ],
  ['2.7', 'A check is true or false, no text.', { disclosure: { requirePresent: 'true' } }],
  [
    '2.7',
    'allowConsentBySubmission demands requireEveryDisclosureConsented.',
    { disclosure: { allowConsentBySubmission: true } },
  ],
  ['2.7', 'It does so also when it is false.', { disclosure: { allowConsentBySubmission: false } }],
  [
    '2.7',
    'It demands true, not false.',
    { disclosure: { allowConsentBySubmission: true, requireEveryDisclosureConsented: false } },
  ],
  ['2.7', 'At least 1 phrase.', oneRule({ anyOf: [] })],
  [
    '2.7',
    'A phrase is counted after trimming: a blank one does not count.',
    oneRule({ anyOf: ['  '] }),
  ],
  [
    '8',
    'A phrase has at most 5,000 characters.',
    oneRule({ anyOf: ['x'.repeat(limits.PHRASE_MAX_CHARS + 1)] }),
  ],
  [
    '8',
    'At most 10 phrases.',
    oneRule({ anyOf: Array.from({ length: limits.PHRASES_MAX + 1 }, (_, index) => `x${index}`) }),
  ],
  [
    '2.7',
    'A ruleId is of letters, digits, dot, underscore and hyphen.',
    oneRule({ ruleId: 'a b' }),
  ],
  ['2.7', 'A ruleId does not begin with "record.".', oneRule({ ruleId: 'record.a' })],
  ['2.7', 'A ruleId does not begin with "disclosure.".', oneRule({ ruleId: 'disclosure.a' })],
  ['2.7', 'A ruleId does not begin with "leadMatch.".', oneRule({ ruleId: 'leadMatch.a' })],
  [
    '8',
    'A ruleId has at most 64 characters.',
    oneRule({ ruleId: 'r'.repeat(limits.RULE_ID_MAX_CHARS + 1) }),
  ],
  ['2.7', 'A ruleId is unique in its list.', text([...rules(1), ...rules(1)])],
  [
    '2.7',
    'Both lists share one namespace of ruleIds.',
    { disclosure: { requiredText: rules(1), forbiddenText: rules(1) } },
  ],
  ['2.7', 'match is contains or exact.', oneRule({ match: 'begins' })],
  ['8', 'At most 20 required rules.', text(rules(limits.TEXT_RULES_MAX + 1))],
  [
    '8',
    'At most 20 forbidden rules.',
    { disclosure: { forbiddenText: rules(limits.TEXT_RULES_MAX + 1) } },
  ],
  ['2.7', 'leadMatch.phone is not empty, and issues say so.', { leadMatch: { phone: '' } }],
  [
    '8',
    'leadMatch.phone has at most 40 characters, and issues say so.',
    { leadMatch: { phone: PHONE + ' '.repeat(limits.LEAD_PHONE_MAX_CHARS) } },
  ],
];

/** Returns criteria that refuse the receive, with the breach added. */
function withBreach(run: Run, { disclosure, ...wrong }: Wrong): Wrong {
  const plain = refusingCriteria(run.phrase);
  const broken = membersOf(disclosure) ?? {};
  const required = [...(plain.disclosure?.requiredText ?? []), ...listOf(broken['requiredText'])];
  return { ...plain, ...wrong, disclosure: { ...broken, requiredText: required } };
}

async function receiveNothing(run: Run, acceptance: Wrong) {
  const answer = await run.receiveNothing({ acceptance });
  if (isAnswer(answer, 404, 'NOT_FOUND') && !(await judgesBodyFirst(run))) {
    notMeasured(
      'the service checks the token before the body, and such a body is never sent with a real token',
    );
  }
  return answer;
}

const issuesIn = (error: Readonly<Record<string, unknown>> | undefined): readonly unknown[] =>
  listOf(membersOf(error?.['details'])?.['issues']);

async function isBreach(run: Run, wrong: Wrong): Promise<Finding> {
  const answer = await receiveNothing(run, withBreach(run, wrong));
  if (!isAnswer(answer, 400, 'INVALID_ARGUMENT')) return differs(answer);
  return holds(issuesIn(answer.error).length > 0, '400 without details.issues');
}

async function withoutIssues(run: Run, phone: string): Promise<Finding> {
  const answer = await receiveNothing(run, withBreach(run, { leadMatch: { phone } }));
  if (!isAnswer(answer, 400, 'INVALID_ARGUMENT')) return differs(answer);
  return holds(answer.error?.['details'] === undefined, '400 with details');
}

const stated = rowsOf(2);
const ASKS = 'A receive of a made-up token with criteria that break it.';

/** Forms of a number that every reading accepts. */
const PHONES = [
  '2125550147',
  '+1 (212) 555-0147',
  '1-212-555-0147',
  '212.555.0147',
  '212 555 0147',
];

/** The form of criteria (spec §2.7, §8, §9), checked with tokens that do not exist. */
export const criteriaStatements: readonly StatementRow[] = [
  ...BREACHES.map(([section, rule, wrong]) =>
    stated(section, rule, ASKS, (run) => isBreach(run, wrong)),
  ),
  stated(
    '7',
    'A rejected acceptance object names its faults in details.issues.',
    ASKS,
    async (run) => {
      const answer = await receiveNothing(run, withBreach(run, { record: { maxAge: 1 } }));
      if (!isAnswer(answer, 400, 'INVALID_ARGUMENT')) return differs(answer);
      const isNamed = JSON.stringify(issuesIn(answer.error)).includes('record');
      return holds(isNamed, 'issues that do not name the path');
    },
  ),
  stated('2.7', 'A phone that does not normalise is 400 without details.issues.', ASKS, (run) =>
    withoutIssues(run, 'call me'),
  ),
  stated('2.7', 'Eleven digits must begin with 1.', ASKS, (run) =>
    withoutIssues(run, '22125550147'),
  ),
  stated(
    '2.7',
    'Any common formatting is taken.',
    'Receives of a made-up token with numbers in several forms.',
    async (run) => {
      if (!(await judgesBodyFirst(run)))
        notMeasured('the service checks the token before the body');
      for (const phone of PHONES) {
        const answer = await run.receiveNothing({
          acceptance: refusingCriteria(run.phrase, { leadMatch: { phone } }),
        });
        if (!isAnswer(answer, 404, 'NOT_FOUND')) return differs(answer);
      }
      return told(undefined);
    },
  ),
  stated(
    '2.7',
    'A phrase of 5,000 characters after trimming is in bounds.',
    'A receive of a made-up token with such a phrase.',
    async (run) => {
      if (!(await judgesBodyFirst(run)))
        notMeasured('the service checks the token before the body');
      const anyOf = [` ${'x'.repeat(limits.PHRASE_MAX_CHARS)} `];
      const answer = await run.receiveNothing({
        acceptance: refusingCriteria(run.phrase, {
          disclosure: { requiredText: [{ ruleId: 'r', anyOf }] },
        }),
      });
      return holds(isAnswer(answer, 404, 'NOT_FOUND'), answer);
    },
  ),
];
