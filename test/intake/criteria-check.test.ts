import { describe, expect, it } from 'vitest';
import type { AcceptanceCriteria } from '../../src/index.ts';
import { InvalidInputError } from '../../src/index.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { criteria, leadOf, leadWorld, OTHER_PHONE } from './support/lead-world.ts';

/** Criteria that are wrong for every lead, and the path of what is wrong. */
const WRONG: readonly (readonly [string, string, unknown])[] = [
  ['without a version', 'schemaVersion', {}],
  ['of another version', 'schemaVersion', { schemaVersion: 2 }],
  ['with an unknown member', 'typo', { ...criteria, typo: 1 }],
  [
    'with an age of text',
    'record.maxAgeSeconds',
    { schemaVersion: 1, record: { maxAgeSeconds: '9' } },
  ],
  [
    'with a rule without texts',
    'disclosure.requiredText.0.anyOf',
    { schemaVersion: 1, disclosure: { requiredText: [{ ruleId: 'a', anyOf: [] }] } },
  ],
  [
    'with one rule twice',
    'disclosure.requiredText.1.ruleId',
    {
      schemaVersion: 1,
      disclosure: {
        requiredText: [
          { ruleId: 'a', anyOf: ['x'] },
          { ruleId: 'a', anyOf: ['y'] },
        ],
      },
    },
  ],
];

describe('criteria that are wrong for every lead', () => {
  it.each(WRONG)('%s are refused at once as a value, at %s', (_what, path, wrong) => {
    const { intakeOf } = leadWorld();
    try {
      intakeOf(memoryLedger(), { criteria: wrong as AcceptanceCriteria });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError);
      const { issues, message } = error as InvalidInputError;
      expect(issues.map((issue) => issue.path)).toContain(path);
      expect(message).toContain(`criteria.${path}: `);
    }
  });

  it.each(WRONG)(
    '%s are a fix of the account as a function, at %s',
    async (_what, _path, wrong) => {
      const { intakeOf, capture, share, mock } = leadWorld();
      const ledger = memoryLedger();
      const broken = intakeOf(ledger, { criteria: () => wrong as AcceptanceCriteria });
      const requests = mock.requests().length;
      for (const leadId of ['L-1', 'L-2']) {
        const decision = await broken.take(leadOf(leadId, await share(capture())));
        expect(decision).toMatchObject({
          decision: 'fix',
          code: 'INPUT_INVALID',
          scope: 'account',
        });
      }
      await mock.clock.advance({ minutes: 1 });
      expect(await broken.resume({ concurrency: 1 })).toHaveLength(1);
      const receives = mock.requests().slice(requests);
      expect(receives.filter(({ operation }) => operation === 'shares.receive')).toEqual([]);
      await mock.clock.advance({ minutes: 1 });
      const resumed = await intakeOf(ledger).resume();
      expect(resumed.map(({ decision }) => decision)).toEqual(['accept', 'accept']);
    },
  );
});

describe('criteria that the service refuses', () => {
  it.each([
    ['of the account', 'account', ['disclosure.requiredText.0.ruleId']],
    ['of the account, beside the phone', 'account', ['leadMatch.phone', 'record.maxAgeSeconds']],
    ['of one lead, whose phone it does not take', 'lead', ['leadMatch.phone']],
  ] as const)('are a fix %s', async (_what, scope, paths) => {
    for (const written of [paths, paths.map((path) => path.split('.'))]) {
      const { intakeOf, clientOf, capture, share } = leadWorld();
      const issues = written.map((path) => ({ path, message: 'wrong' }));
      const error = {
        code: 'INVALID_ARGUMENT',
        message: 'wrong',
        requestId: 'req_1',
        details: { issues },
      };
      const body = { ok: false, error };
      const client = clientOf({ fetch: async () => Response.json(body, { status: 400 }) });
      const intake = intakeOf(memoryLedger(), { client });
      const decision = await intake.take(leadOf('L-1', await share(capture())));
      expect(decision).toMatchObject({ decision: 'fix', code: 'INVALID_ARGUMENT', scope });
    }
  });
});

it('an impossible phone refuses its lead, and stops no other lead', async () => {
  const { intakeOf, capture, share } = leadWorld();
  const intake = intakeOf();
  const wrong = leadOf('L-1', await share(capture()), 'none');
  expect(await intake.take(wrong)).toMatchObject({ decision: 'refuse' });
  expect(await intake.take(leadOf('L-2', await share(capture()), OTHER_PHONE))).toMatchObject({
    decision: 'refuse',
    reasons: [{ code: 'LEAD_PHONE_NOT_MATCHED' }],
  });
});
