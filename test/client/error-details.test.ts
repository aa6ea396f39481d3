import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainFailures } from '../../src/acceptance/explain.ts';
import { explainReceive } from '../../src/decision/explain-receive.ts';
import { receiveDecision } from '../../src/decision/receive-decision.ts';
import { isApiError } from '../../src/errors/api-error.ts';
import { issuePaths } from '../../src/errors/issue-paths.ts';
import { playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';

/** Returns the error for an answer with these `details`; `undefined`: without any. */
async function thrown(status: number, code: string, details: unknown): Promise<unknown> {
  const error = { code, message: 'refused', requestId: 'req_1', details };
  const body = JSON.stringify({ ok: false, error });
  const fetch = playing(() => new Response(body, { status }));
  return failureOf(clientWith(fetch).shares.receive('tok_1'));
}

/** From near the documented shape to any JSON at all. */
const text = fc.oneof(fc.string(), fc.constantFrom('rejected', 'failed', 'LEAD_PHONE_NOT_MATCHED'));
const member = fc.oneof(text, fc.jsonValue());
const failure = fc.oneof(
  fc.record({ ruleId: text, status: text, code: text }),
  fc.record({ ruleId: member, status: member, code: member }, { requiredKeys: [] }),
  fc.jsonValue(),
);
const details = fc.oneof(
  fc.constant(undefined),
  fc.record(
    {
      outcome: member,
      failures: fc.oneof(fc.array(failure, { maxLength: 5 }), fc.jsonValue()),
      issues: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
      more: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

describe('the details of an error are there as they are typed, whatever the reply holds', () => {
  it('so that no documented line throws inside a catch', async () => {
    const criteria = { schemaVersion: 1 } as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          [422, 'CDR_ACCEPTANCE_FAILED'] as const,
          [400, 'INVALID_ARGUMENT'] as const,
        ),
        details,
        async ([status, code], raw) => {
          const error = await thrown(status, code, raw);
          const lines: string[] = [];
          if (isApiError(error, 'CDR_ACCEPTANCE_FAILED')) {
            for (const failed of error.details.failures) {
              lines.push(failed.ruleId.trim(), failed.status.trim(), failed.code.trim());
            }
            lines.push(error.details.outcome.trim());
            for (const { words } of explainFailures(error.details.failures, criteria)) {
              lines.push(words.trim());
            }
          } else if (isApiError(error, 'INVALID_ARGUMENT')) {
            lines.push(...(error.details?.issues.map((issue) => typeof issue) ?? []));
          }
          lines.push(...issuePaths(error), explainReceive(error).message.trim());
          expect(lines.every((line) => typeof line === 'string')).toBe(true);
          expect(receiveDecision(error)).toMatch(/^(?:refuse|fix)$/);
        },
      ),
    );
  });

  it('a reply without them has no failures', async () => {
    const error = await thrown(422, 'CDR_ACCEPTANCE_FAILED', undefined);
    expect(error).toMatchObject({ details: { outcome: 'rejected', failures: [] } });
  });

  it('what is as documented, or known beyond it, is kept', async () => {
    const failures = [{ ruleId: 'r', status: 'failed', code: 'X', more: 1 }];
    for (const raw of [
      { outcome: 'rejected', failures },
      { outcome: 'other', failures, more: [1] },
    ]) {
      expect(await thrown(422, 'CDR_ACCEPTANCE_FAILED', raw)).toMatchObject({ details: raw });
    }
    const partial = { failures: [{ code: 'X', more: 1 }, 7, null] };
    expect(await thrown(422, 'CDR_ACCEPTANCE_FAILED', partial)).toMatchObject({
      details: {
        outcome: 'rejected',
        failures: [{ ruleId: '', status: '', code: 'X', more: 1 }],
      },
    });
  });

  it.each([
    [undefined, undefined, 'refuse'],
    [null, undefined, 'refuse'],
    [{ issues: [{ path: 'a' }] }, { issues: [{ path: 'a' }] }, 'fix'],
    [{ other: 1 }, { other: 1, issues: [] }, 'fix'],
    [[{ path: 'a' }], { issues: [{ path: 'a' }] }, 'fix'],
    ['bad criteria', { issues: ['bad criteria'] }, 'fix'],
  ])('INVALID_ARGUMENT with %j', async (raw, expected, decision) => {
    const error = await thrown(400, 'INVALID_ARGUMENT', raw);
    expect((error as { details?: unknown }).details).toEqual(expected);
    expect(receiveDecision(error)).toBe(decision);
  });

  it('any other code has what came', async () => {
    expect(await thrown(410, 'GONE', { a: 1 })).toMatchObject({ details: { a: 1 } });
  });
});
