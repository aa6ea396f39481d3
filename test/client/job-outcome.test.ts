import { describe, expect, it } from 'vitest';
import { ERROR_STATUS, type KnownErrorCode } from '../../src/contract/error-codes.ts';
import { type JobOutcome, jobOutcome } from '../../src/decision/job-outcome.ts';
import { ApiError } from '../../src/errors/api-error.ts';
import {
  AbortError,
  ConnectionError,
  EvidenceUnavailableError,
  TimeoutError,
} from '../../src/errors/call-errors.ts';
import type { CallFacts } from '../../src/errors/consent-evidence-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';

const FACTS = { operation: 'cdrs.get', outcome: 'refused', attempts: 1, elapsedMs: 0 } as const;

function apiError(code: string, facts: Partial<CallFacts> = {}, status = 400, details?: unknown) {
  const failure = { code, message: 'm', status, details, headers: new Headers() };
  return new ApiError(failure, { ...FACTS, ...facts });
}

const kinds: Record<KnownErrorCode, JobOutcome['kind']> = {
  CDR_PENDING: 'retry',
  INVALID_ARGUMENT: 'drop',
  COLLECT_REQUIRED: 'stop',
  UNAUTHENTICATED: 'stop',
  FORBIDDEN: 'stop',
  API_ACCESS_DISABLED: 'stop',
  PASSTHROUGH_ORG_CANNOT_COLLECT: 'stop',
  PASSTHROUGH_ORG_CANNOT_CLAIM: 'stop',
  NOT_FOUND: 'retry',
  METHOD_NOT_ALLOWED: 'stop',
  CDR_DEV_MODE: 'drop',
  CONFLICT: 'retry',
  GONE: 'drop',
  CDR_INVALID: 'drop',
  FAILED_PRECONDITION: 'stop',
  CDR_ACCEPTANCE_FAILED: 'drop',
};

describe('jobOutcome', () => {
  it.each(Object.entries(kinds))('%s: %s', (code, kind) => {
    const status = ERROR_STATUS[code as KnownErrorCode];
    const expected = kind === 'retry' ? { kind, afterMs: 30_000 } : { kind, code };
    expect(jobOutcome(apiError(code, {}, status))).toEqual(expected);
    // An error whose outcome is unknown, a 5xx and a 429 are retried.
    expect(jobOutcome(apiError(code, { outcome: 'unknown' }, status)).kind).toBe('retry');
    expect(jobOutcome(apiError(code, {}, 500)).kind).toBe('retry');
    expect(jobOutcome(apiError(code, {}, 429)).kind).toBe('retry');
  });

  it('tries again what it does not know', () => {
    const other = [apiError('NEW_CODE'), new Error('our own database'), undefined, 'text'];
    const ours = [ConnectionError, AbortError].map((kind) => new kind('m', FACTS));
    for (const error of [...other, ...ours, new TimeoutError('timeoutMs', 'm', FACTS)]) {
      expect(jobOutcome(error)).toEqual({ kind: 'retry', afterMs: 30_000 });
    }
  });

  it('waits twice as long each time, fifteen minutes at most, and never less than was asked', () => {
    const waits = [0, 1, 2, 3, 5, 6, 7, 2000].map((attempt) => jobOutcome('', { attempt }));
    expect(waits.map((each) => each.kind === 'retry' && each.afterMs / 1000)).toEqual([
      30, 30, 60, 120, 480, 900, 900, 900,
    ]);
    const busy = apiError('RATE_LIMITED', { retryAfterMs: 3_600_000 }, 429);
    expect(jobOutcome(busy)).toEqual({ kind: 'retry', afterMs: 3_600_000 });
    expect(jobOutcome(apiError('X', { retryAfterMs: 5 }))).toMatchObject({ afterMs: 30_000 });
  });

  it('stops where our criteria are malformed, and drops where the job’s own phone is', () => {
    expect(jobOutcome(apiError('INVALID_ARGUMENT', {}, 400, { issues: [] }))).toEqual({
      kind: 'stop',
      code: 'INVALID_ARGUMENT',
    });
    const input = (path: string, code?: 'FOREIGN_ORIGIN') =>
      jobOutcome(new InvalidInputError([{ path, message: 'm', ...(code && { code }) }]));
    expect(input('cdrId')).toEqual({ kind: 'drop', code: 'INPUT_INVALID' });
    expect(input('leadMatch.phone')).toEqual({ kind: 'drop', code: 'INPUT_INVALID' });
    expect(input('apiKey')).toEqual({ kind: 'stop', code: 'SETTINGS_INVALID' });
    // Dropped, all leads of that origin would be lost where `shareOrigins` lacks it.
    expect(input('tokenOrShareUrl', 'FOREIGN_ORIGIN')).toMatchObject({ kind: 'retry' });
    const foreign = { path: 'tokenOrShareUrl', message: 'm', code: 'FOREIGN_ORIGIN' } as const;
    const andPhone = new InvalidInputError([{ path: 'phone', message: 'm' }, foreign]);
    expect(jobOutcome(andPhone)).toMatchObject({ kind: 'retry' });
    const both = ['cdrId', 'apiKey'].map((path) => ({ path, message: 'm' }));
    expect(jobOutcome(new InvalidInputError(both))).toMatchObject({ kind: 'stop' });
  });

  it.each([
    ['not_collected', { kind: 'drop', code: 'NOT_COLLECTED' }],
    ['dev_mode', { kind: 'drop', code: 'DEV_MODE' }],
    ['too_large', { kind: 'drop', code: 'TOO_LARGE' }],
    ['integrity', { kind: 'retry', afterMs: 30_000 }],
  ] as const)('an image that is %s: %j', (reason, outcome) => {
    expect(jobOutcome(new EvidenceUnavailableError(reason, 'm', FACTS))).toEqual(outcome);
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses attempt %j', (attempt) => {
    expect(() => jobOutcome('', { attempt })).toThrow('attempt');
  });
});
