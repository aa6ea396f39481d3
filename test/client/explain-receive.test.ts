import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { explainReceive } from '../../src/decision/explain-receive.ts';
import { receiveDecision } from '../../src/decision/receive-decision.ts';
import { ApiError } from '../../src/errors/api-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { IssueCode } from '../../src/options/issue.ts';
import { brokenConnection, hanging, no, ok, page, playing, reply } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { received } from './support/operations.ts';

const facts = { operation: 'shares.receive', attempts: 1, elapsedMs: 0 } as const;
const headers = new Headers();

/** What the seller of the lead must not get to see. */
const SET_UP =
  /planted|baseUrl|shareOrigins|apiKey|api\.example|gateway|leadMatch|schemaVersion|allowConsent|maxAge|spec|outcome/i;

const codes = Object.entries(ERROR_STATUS);
const someCode = fc.oneof(fc.constantFrom(...codes), fc.constant(['NEW_planted', 400] as const));
const someFailure = fc.record({
  ruleId: fc.constantFrom('planted-rule', 'leadMatch.phone'),
  status: fc.constantFrom('failed', 'unavailable'),
  code: fc.constantFrom(...Object.keys(ACCEPTANCE_FAILURE_STATUS), 'NEW_planted'),
});
const someDetails = fc.oneof(
  fc.constant(undefined),
  fc.record({ outcome: fc.constant('rejected'), failures: fc.array(someFailure) }),
  fc.constant({ issues: [{ path: 'planted.path' }] }),
);
const apiErrors = fc
  .record({
    known: someCode,
    details: someDetails,
    outcome: fc.constantFrom('refused', 'unknown'),
    retryAfterMs: fc.option(fc.nat(), { nil: undefined }),
  })
  .map(({ known: [code, status], details, outcome, retryAfterMs }) => {
    const message = 'planted by the service';
    const failure = { code, status, message, details, headers };
    return new ApiError(failure, { ...facts, outcome, retryAfterMs } as never);
  });
const inputErrors = fc
  .array(
    fc.record({
      path: fc.constantFrom('tokenOrShareUrl', 'leadMatch.phone', 'apiKey', 'acceptance'),
      message: fc.constant('planted'),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((issues) => new InvalidInputError(issues, 'shares.receive'));
const receipts = fc
  .record({ alreadyClaimed: fc.boolean(), replayPossible: fc.boolean() })
  .map((changes) => ({ ...received, cdrId: 'cdr_planted', ...changes }));
const results = fc.oneof(apiErrors, inputErrors, receipts, fc.anything());

describe('explainReceive', () => {
  it('decides as receiveDecision does, and reveals nothing of our configuration to a seller', () => {
    fc.assert(
      fc.property(results, fc.boolean(), (result, firstUse) => {
        const told = explainReceive(result, { firstUse });
        expect(told.decision).toBe(receiveDecision(result, { firstUse }));
        expect(told.sellerMessage).not.toMatch(SET_UP);
        // A seller who is told to send a new link has a second record paid for.
        const isOpen = told.decision === 'hold' || told.decision === 'fix';
        expect(/nothing is needed from you\.$/.test(told.sellerMessage)).toBe(isOpen);
        expect(told.sellerMessage.length).toBeLessThan(1000);
        expect([told.code, told.message].every((text) => text !== '')).toBe(true);
        expect(told.retryAfterMs).toBe(
          result instanceof ApiError ? result.retryAfterMs : undefined,
        );
      }),
    );
  });

  const failure = (code: string, details?: unknown) =>
    new ApiError(
      { code, status: 422, message: 'm', details, headers },
      { ...facts, outcome: 'refused' },
    );

  it('has words of its own for each code that refuses, and for each failure', () => {
    const refused = codes
      .map(([code]) => failure(code))
      .filter((e) => receiveDecision(e) === 'refuse');
    const words = refused.map((error) => explainReceive(error).sellerMessage);
    expect(words.length).toBeGreaterThan(4);
    expect(new Set(words).size).toBe(words.length);
    const reasons = Object.entries(ACCEPTANCE_FAILURE_STATUS).map(([code, status]) => {
      const failures = [{ ruleId: 'r', status, code }];
      return explainReceive(failure('CDR_ACCEPTANCE_FAILED', { outcome: 'rejected', failures }));
    });
    expect(new Set(reasons.map(({ sellerMessage }) => sellerMessage)).size).toBe(reasons.length);
    expect(reasons[0]?.message).toContain('r RECORD_TOO_OLD');
  });

  it('says each reason once, of a list of any length', () => {
    const failures = Array.from({ length: 50_000 }, () => {
      return { ruleId: 'r', status: 'failed', code: 'LEAD_PHONE_NOT_MATCHED' };
    });
    const told = explainReceive(
      failure('CDR_ACCEPTANCE_FAILED', { outcome: 'rejected', failures }),
    );
    expect(told.sellerMessage).toBe(
      'The consent record does not meet our requirements: the phone number is not one that was entered in the form.',
    );
    expect(told.message.length).toBeLessThan(5000);
  });

  it.each([
    ['received', [ok(received)], {}, 'accept', 'RECEIVED'],
    ['again', [ok({ ...received, alreadyClaimed: true })], {}, 'duplicate', 'ALREADY_RECEIVED'],
    ['a broken connection', [brokenConnection], {}, 'hold', 'CONNECTION_FAILED'],
    ['a timeout', [hanging], {}, 'hold', 'TIMEOUT'],
    ['a gateway', [page(502)], {}, 'hold', 'UNEXPECTED_REPLY'],
    ['done and unreadable', [reply(200, { ok: true, data: {} })], {}, 'hold', 'UNEXPECTED_REPLY'],
    ['expired', [no(410, 'GONE')], {}, 'refuse', 'GONE'],
    ['paid?', [no(410, 'GONE')], { earlierOutcome: 'unknown' }, 'hold', 'GONE'],
    ['busy', [no(429, 'X', { headers: { 'retry-after': '7' } })], {}, 'hold', 'X'],
    ['ended', [ok(received)], { signal: AbortSignal.abort() }, 'hold', 'ABORTED'],
    ['a wrong option', [ok(received)], { timeoutMs: 0 }, 'fix', 'INPUT_INVALID'],
  ] as const)('as the client gives it: %s', async (_, plays, options, decision, code) => {
    const client = clientWith(playing(...plays), { timeoutMs: 60, maxRetries: 0 });
    const call = client.shares.receive('tok_planted', options);
    const told = explainReceive(await call.catch((error: unknown) => error));
    expect(told).toMatchObject({ decision, code });
    expect(told.message).not.toContain('planted');
    expect(told.retryAfterMs).toBe(code === 'X' ? 7000 : undefined);
  });

  const issue = (path: string, code?: IssueCode) => ({ path, message: 'm', ...(code && { code }) });
  const input = (...issues: ReturnType<typeof issue>[]) =>
    new InvalidInputError(issues, 'shares.receive');
  const share = 'tokenOrShareUrl';

  it.each([
    ['no issue', input(), 'fix', 'INPUT_INVALID'],
    ['the link', input(issue(share)), 'refuse', 'SHARE_URL_INVALID'],
    ['the phone', input(issue('leadMatch.phone')), 'refuse', 'PHONE_INVALID'],
    ['link and phone', input(issue(share), issue('leadMatch.phone')), 'refuse', 'INPUT_INVALID'],
    [
      'the phone and an option',
      input(issue('leadMatch.phone'), issue('x')),
      'fix',
      'INPUT_INVALID',
    ],
    [
      'a foreign link, and the phone',
      input(issue(share, 'FOREIGN_ORIGIN'), issue('leadMatch.phone')),
      ...(['fix', 'FOREIGN_ORIGIN'] as const),
    ],
  ] as const)('an input with a mistake in %s', (_title, error, decision, code) => {
    expect(explainReceive(error)).toMatchObject({ decision, code });
  });

  const NO_LINK = 'The lead came without a share link.';
  const DASHBOARD =
    'The link opens a page of the dashboard; send the share link instead, which contains /v1/shares/.';
  const UNMET = 'The consent record does not meet our requirements';
  const failed = (...codes: string[]) => {
    const failures = codes.map((code) => ({ ruleId: 'r', status: 'failed', code }));
    return failure('CDR_ACCEPTANCE_FAILED', { outcome: 'rejected', failures });
  };

  it.each([
    ['no link', input(issue(share, 'NO_VALUE')), NO_LINK],
    ['a link to the dashboard', input(issue(share, 'DASHBOARD_URL')), DASHBOARD],
    ['the second of two mistakes', input(issue(share), issue(share, 'NO_VALUE')), NO_LINK],
    ['another mistake', input(issue(share)), 'The share link does not belong to a consent record.'],
    ['no reason', failed(), `${UNMET}.`],
    [
      'two reasons',
      failed('RECORD_TOO_OLD', 'LEAD_PHONE_NOT_MATCHED'),
      `${UNMET}: the record is older than we accept; the phone number is not one that was entered in the form.`,
    ],
    ['a new reason', failed('NEW_CODE'), `${UNMET}: one of our requirements was not met.`],
    [
      'a code without words',
      input(),
      'The consent record could not be checked because of a fault on our side; nothing is needed from you.',
    ],
  ])('tells the seller about %s', (_title, result, words) => {
    expect(explainReceive(result).sellerMessage).toBe(words);
  });

  const BEFORE =
    'the record was received through this token before; the criteria were not evaluated';
  const again = { ...received, alreadyClaimed: true, replayPossible: true };

  it.each([
    ['received', received, {}, 'the record was received for this lead'],
    ['received again', again, {}, BEFORE],
    [
      'received by its own earlier attempt',
      again,
      { firstUse: true },
      'an earlier attempt for this lead received the record, and its response was lost',
    ],
    [
      'of another program',
      new Error('secret'),
      {},
      'neither a receipt nor an error from this package',
    ],
    ['refused without rules', failure('GONE'), {}, 'shares.receive: GONE (422): m'],
    [
      'refused by two rules',
      failed('RECORD_TOO_OLD', 'NEW_CODE'),
      {},
      'shares.receive: CDR_ACCEPTANCE_FAILED (422): m: r RECORD_TOO_OLD, r NEW_CODE',
    ],
  ] as const)('tells the log what happened: %s', (_title, result, options, message) => {
    expect(explainReceive(result, options).message).toBe(message);
    expect(explainReceive(result, options)).not.toHaveProperty('retryAfterMs');
  });

  it.each([
    ['https://other.example/v1/shares/tok', undefined, 'fix', 'FOREIGN_ORIGIN'],
    ['https://other.example/', undefined, 'refuse', 'SHARE_URL_INVALID'],
    ['tok', '12', 'refuse', 'PHONE_INVALID'],
  ])('refused before it was sent: %s %s', async (input, phone, decision, code) => {
    const acceptance =
      phone === undefined ? undefined : ({ schemaVersion: 1, leadMatch: { phone } } as const);
    const error = await failureOf(
      clientWith(playing(ok(received))).shares.receive(input, { acceptance }),
    );
    expect(explainReceive(error)).toMatchObject({ decision, code });
  });
});
