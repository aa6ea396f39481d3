import { ERROR_STATUS, type KnownErrorCode } from '../src/contract/error-codes.ts';
import { receiveDecision } from '../src/decision/receive-decision.ts';
import { ApiError } from '../src/errors/api-error.ts';
import { ConnectionError } from '../src/errors/call-errors.ts';
import { CODE_MEANINGS } from '../src/errors/code-meanings.ts';
import type { CallFacts } from '../src/errors/consent-evidence-error.ts';
import { InvalidInputError, invalidInput } from '../src/errors/invalid-input-error.ts';

const facts: CallFacts = {
  operation: 'shares.receive',
  outcome: 'refused',
  attempts: 1,
  elapsedMs: 0,
};

function failure(code: string, status: number, changes: { details?: unknown } = {}): ApiError {
  return new ApiError({ code, message: '', status, headers: new Headers(), ...changes }, facts);
}

const MEANINGS = {
  ...CODE_MEANINGS,
  INVALID_ARGUMENT: {
    cause: 'The lead’s number cannot be read, or the token is of your own organization.',
  },
};

/** What `receive` resolves to, and what the caller's own records say. */
const RECEIPTS: readonly [what: string, receipt: object, firstUse: boolean, why: string][] = [
  [
    'a receipt',
    { alreadyClaimed: false },
    false,
    'Received now, under the criteria that were sent; store its `cdrId`.',
  ],
  [
    'a receipt with `alreadyClaimed`',
    { alreadyClaimed: true },
    true,
    'Received through this token before: the criteria were not evaluated, and the record may be another person’s.',
  ],
  [
    'the same with `replayPossible`',
    { alreadyClaimed: true, replayPossible: true },
    false,
    'Received by an earlier attempt whose response was lost, or before: only our own records can tell.',
  ],
  [
    'the same with `replayPossible`, and `firstUse: true`',
    { alreadyClaimed: true, replayPossible: true },
    true,
    'Our records, written before the call, have this token under this lead and no other: the lost response was for this lead.',
  ],
];

/** Errors that a code of the table alone does not describe. */
const OTHERS: readonly [what: string, error: unknown, why: string][] = [
  [
    '`INVALID_ARGUMENT` with `details.issues`',
    failure('INVALID_ARGUMENT', 400, { details: { issues: [] } }),
    'Our criteria are malformed: every lead would fail.',
  ],
  ['an undocumented code', failure('NEW_CODE', 400), 'Its meaning is not known.'],
  ['any 429 or 5xx', failure('INTERNAL', 503), 'The service is busy or down.'],
  [
    '`outcome` is `unknown`: no response, or a code after an attempt without one',
    new ConnectionError('', { ...facts, outcome: 'unknown' }),
    "It may have been paid for: receive again with `earlierOutcome: 'unknown'`, which cannot charge twice.",
  ],
  [
    '`InvalidInputError` about `tokenOrShareUrl` or `leadMatch.phone`',
    invalidInput('tokenOrShareUrl', ''),
    'The lead’s own data is wrong.',
  ],
  [
    'the same with the issue code `FOREIGN_ORIGIN`: a share link on another origin',
    new InvalidInputError([{ path: 'tokenOrShareUrl', message: '', code: 'FOREIGN_ORIGIN' }]),
    'The link is wrong, or its origin is missing from `shareOrigins`. A missing origin would refuse every lead.',
  ],
  ['any other `InvalidInputError`', invalidInput('deadlineMs', ''), 'The call is wrong.'],
  ['any other error', new Error('unknown'), 'The outcome is not known.'],
];

/** Renders the table of what a lead intake does with each error of `shares.receive`. */
export function renderDecisions(): string {
  const codes = Object.entries(ERROR_STATUS).map(([code, status]) => {
    const { cause } = MEANINGS[code as KnownErrorCode];
    const what = code === 'INVALID_ARGUMENT' ? `\`${code}\` without \`details\`` : `\`${code}\``;
    return `| ${what} | **${receiveDecision(failure(code, status))}** | ${cause} |`;
  });
  const others = OTHERS.map(
    ([what, error, why]) => `| ${what} | **${receiveDecision(error)}** | ${why} |`,
  );
  const receipts = RECEIPTS.map(
    ([what, changes, firstUse, why]) =>
      `| ${what} | **${receiveDecision({ cdrId: 'c', replayPossible: false, ...changes }, { firstUse })}** | ${why} |`,
  );
  const head = ['| what came | decision | why |', '| --- | --- | --- |'];
  return [...head, ...receipts, ...codes, ...others].join('\n');
}
