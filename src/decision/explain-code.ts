import { FAILURE_MEANINGS } from '../acceptance/failure-meanings.ts';
import {
  ACCEPTANCE_FAILURE_STATUS,
  type KnownAcceptanceFailureCode,
} from '../contract/acceptance-codes.ts';
import { ERROR_STATUS, type KnownErrorCode } from '../contract/error-codes.ts';
import { ApiError } from '../errors/api-error.ts';
import { CODE_MEANINGS, type Meaning } from '../errors/code-meanings.ts';
import { CRITERIA_PAYS, REFUSAL_PAYS } from '../errors/pays.ts';
import { explainReceive, type ReceiveExplanation } from './explain-receive.ts';
import { JOB_CODE_MEANINGS } from './job-code-meanings.ts';
import { LEAD_CODE_MEANINGS } from './lead-code-meanings.ts';
import { refusalWords } from './seller-words.ts';

/** What a code means, and what to do about it. */
export interface CodeExplanation {
  /** The code. */
  readonly code: string;
  /** What has happened. */
  readonly meaning: string;
  /** What to do. */
  readonly act: string;
  /** Who is charged where a call, a lead or a job ends with it. */
  readonly pays: string;
  /** What to tell the seller of a lead that is not accepted with it; absent where it is none's. */
  readonly sellerMessage?: string;
}

/** The texts of the entries are Markdown. */
const plain = (text: string): string => text.replaceAll('`', '');

const entryOf = (
  code: string,
  { cause, next, pays = REFUSAL_PAYS }: Meaning,
  seller?: string,
): CodeExplanation => ({
  code,
  meaning: plain(cause),
  act: plain(next),
  pays: plain(pays),
  ...(seller !== undefined && { sellerMessage: seller }),
});

/** What a lead comes to that is received with an error of this code. */
function receiveWith(code: KnownErrorCode): ReceiveExplanation {
  const facts = { code, message: '', status: ERROR_STATUS[code], headers: new Headers() };
  const call = { operation: 'shares.receive', outcome: 'refused' } as const;
  return explainReceive(new ApiError(facts, { ...call, attempts: 1, elapsedMs: 0 }));
}

/**
 * Explains a code: of the service, of an unmet rule (spec §7, §7.1), of a lead intake, or of a queue's
 * job. The texts are for people and may change.
 *
 * @returns `undefined` for another code: the service may add some.
 * @example
 * ```ts
 * const { meaning, act, pays } = explainCode('PAID_UNKNOWN') ?? {};
 * console.log(meaning, act, pays);
 * ```
 */
export function explainCode(code: string): CodeExplanation | undefined {
  const has = (meanings: object): boolean => Object.hasOwn(meanings, code);
  if (has(ERROR_STATUS)) {
    const known = code as KnownErrorCode;
    return entryOf(code, CODE_MEANINGS[known], receiveWith(known).sellerMessage);
  }
  if (has(ACCEPTANCE_FAILURE_STATUS)) {
    const known = code as KnownAcceptanceFailureCode;
    const failure = { code, ruleId: '', status: ACCEPTANCE_FAILURE_STATUS[known] };
    const meaning = { ...FAILURE_MEANINGS[known], pays: CRITERIA_PAYS };
    return entryOf(code, meaning, refusalWords([failure]));
  }
  for (const meanings of [LEAD_CODE_MEANINGS, JOB_CODE_MEANINGS]) {
    const meaning = meanings[code];
    if (has(meanings) && meaning !== undefined) return entryOf(code, meaning);
  }
  return undefined;
}
