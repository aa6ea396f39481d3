import { beforeAll, describe, expect, it } from 'vitest';
import { ERROR_STATUS, type KnownErrorCode } from '../../src/contract/error-codes.ts';
import { receiveDecision } from '../../src/decision/receive-decision.ts';
import { ApiError } from '../../src/errors/api-error.ts';
import type { Outcome } from '../../src/errors/consent-evidence-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { issuePaths } from '../../src/errors/issue-paths.ts';
import {
  brokenConnection,
  hanging,
  no,
  ok,
  page,
  playing,
  refusedConnection,
  reply,
} from './support/answers.ts';
import { clientWith, loadTransport } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { received } from './support/operations.ts';

beforeAll(loadTransport);

function apiError(code: string, outcome: Outcome = 'refused', status = 400, details?: unknown) {
  const facts = { operation: 'shares.receive', outcome, attempts: 1, elapsedMs: 0 } as const;
  return new ApiError({ code, message: 'm', status, details, headers: new Headers() }, facts);
}

const decisions: Record<KnownErrorCode, 'refuse' | 'hold' | 'fix'> = {
  CDR_PENDING: 'hold',
  INVALID_ARGUMENT: 'refuse',
  COLLECT_REQUIRED: 'fix',
  UNAUTHENTICATED: 'fix',
  FORBIDDEN: 'fix',
  API_ACCESS_DISABLED: 'fix',
  PASSTHROUGH_ORG_CANNOT_COLLECT: 'fix',
  PASSTHROUGH_ORG_CANNOT_CLAIM: 'fix',
  NOT_FOUND: 'refuse',
  METHOD_NOT_ALLOWED: 'fix',
  CDR_DEV_MODE: 'refuse',
  CONFLICT: 'hold',
  GONE: 'refuse',
  CDR_INVALID: 'refuse',
  FAILED_PRECONDITION: 'fix',
  CDR_ACCEPTANCE_FAILED: 'refuse',
};

describe('receiveDecision', () => {
  it.each(Object.entries(decisions))('%s: %s', (code, decision) => {
    const status = ERROR_STATUS[code as KnownErrorCode];
    expect(receiveDecision(apiError(code, 'refused', status))).toBe(decision);
    expect(receiveDecision(apiError(code, 'unknown', status))).toBe('hold');
    expect(receiveDecision(apiError(code, 'refused', 500))).toBe('hold');
    expect(receiveDecision(apiError(code, 'refused', 429))).toBe('hold');
  });

  it('criteria that the service rejects are ours to fix', () => {
    expect(receiveDecision(apiError('INVALID_ARGUMENT', 'refused', 400, { issues: [] }))).toBe(
      'fix',
    );
  });

  it.each([
    [false, false, undefined, 'accept'],
    [false, true, undefined, 'accept'],
    [true, false, undefined, 'duplicate'],
    [true, false, true, 'duplicate'],
    [true, true, undefined, 'duplicate'],
    [true, true, false, 'duplicate'],
    [true, true, true, 'accept'],
  ] as const)(
    'a receipt, alreadyClaimed %s, replayPossible %s, firstUse %s: %s',
    async (alreadyClaimed, replayPossible, firstUse: boolean | undefined, decision) => {
      const data = { ...received, alreadyClaimed, shareEventId: alreadyClaimed ? '' : 'ev_1' };
      const plays = replayPossible ? [brokenConnection, ok(data)] : [ok(data)];
      const receipt = await clientWith(playing(...plays)).shares.receive('tok_1');
      expect(receipt.replayPossible).toBe(replayPossible);
      expect(receiveDecision(receipt, { firstUse })).toBe(decision);
    },
  );

  it('refuses an option that it does not know, and one of another type', () => {
    for (const options of [{ firstUse: 'yes' }, { firstuse: true }])
      expect(() => receiveDecision(received, options as never)).toThrow(/first[uU]se/);
  });

  it('what is no whole receipt is held', () => {
    for (const given of [{ cdrId: 'c' }, { alreadyClaimed: false }, { data: received }, []])
      expect(receiveDecision(given, { firstUse: true })).toBe('hold');
  });

  it('an input error without an issue, or with a foreign link among others, is ours to fix', () => {
    const phone = { path: 'leadMatch.phone', message: 'm' };
    const foreign = { path: 'tokenOrShareUrl', message: 'm', code: 'FOREIGN_ORIGIN' } as const;
    for (const issues of [[], [foreign, phone], [phone, foreign]])
      expect(receiveDecision(new InvalidInputError(issues))).toBe('fix');
  });

  it('what is not known is held', () => {
    for (const code of ['NEW_CODE', 'toString', '__proto__'])
      expect(receiveDecision(apiError(code))).toBe('hold');
    for (const other of [new TypeError('x'), undefined, null, 'text', {}])
      expect(receiveDecision(other)).toBe('hold');
  });

  it.each([
    ['a broken connection', brokenConnection, 'hold'],
    ['a refused connection', refusedConnection, 'hold'],
    ['a timeout', hanging, 'hold'],
    ['a gateway page', page(502), 'hold'],
    ['HTML with 200', page(200), 'hold'],
    ['an unusable success', reply(200, { ok: true, data: {}, requestId: 'r' }), 'hold'],
    [
      'a refused record',
      no(422, 'CDR_ACCEPTANCE_FAILED', { details: { outcome: 'rejected', failures: [] } }),
      'refuse',
    ],
    ['a revoked key', no(401, 'UNAUTHENTICATED'), 'fix'],
  ] as const)('as the client throws it: %s', async (_, play, decision) => {
    const client = clientWith(playing(play), { timeoutMs: 100, maxRetries: 0 });
    expect(receiveDecision(await failureOf(client.shares.receive('tok_1')))).toBe(decision);
  });

  it.each([
    ['https://evil.example/v1/shares/x', {}, 'fix'],
    ['https://evil.example/elsewhere', {}, 'refuse'],
    ['javascript:x', {}, 'refuse'],
    ['tok', { acceptance: { schemaVersion: 1, leadMatch: { phone: '12' } } }, 'refuse'],
    ['tok', { acceptance: { schemaVersion: 2, leadMatch: { phone: '' } } }, 'fix'],
    ['tok', { timeoutMs: 0 }, 'fix'],
  ] as const)('refused before it was sent: %s %j', async (input, options, decision) => {
    const error = await failureOf(
      clientWith(playing(page(200))).shares.receive(input, options as object),
    );
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(receiveDecision(error)).toBe(decision);
  });
});

describe('issuePaths', () => {
  const withIssues = (issues: unknown) => apiError('INVALID_ARGUMENT', 'refused', 400, { issues });

  it('reads paths as text or segments, and skips what it does not know', () => {
    const issues = [
      { path: 'record.maxAge' },
      { path: ['disclosure', 'requiredText', 0, 'ruleId'] },
      { path: 7 },
      { path: ['a', {}] },
      'text',
      null,
      {},
      { path: [] },
    ];
    expect(issuePaths(withIssues(issues))).toEqual([
      'record.maxAge',
      'disclosure.requiredText.0.ruleId',
      '',
    ]);
  });

  it('is empty for anything else', () => {
    for (const details of [undefined, null, 'x', {}, { issues: {} }]) {
      expect(issuePaths(apiError('INVALID_ARGUMENT', 'refused', 400, details))).toEqual([]);
    }
    for (const other of [new Error('x'), undefined, null, { details: { issues: [{ path: 'a' }] } }])
      expect(issuePaths(other)).toEqual([]);
  });

  it('reads local refusals as well', () => {
    expect(issuePaths(new InvalidInputError([{ path: 'schemaVersion', message: 'm' }]))).toEqual([
      'schemaVersion',
    ]);
  });

  it('reads no more than a thousand', () => {
    expect(
      issuePaths(withIssues(Array.from({ length: 5000 }, () => ({ path: 'a' })))),
    ).toHaveLength(1000);
  });
});
