import { FAILURE_MEANINGS } from '../../../src/acceptance/failure-meanings.ts';
import { WARNING_MEANINGS } from '../../../src/acceptance/warning-meanings.ts';
import {
  ACCEPTANCE_FAILURE_STATUS,
  type KnownAcceptanceFailureCode,
} from '../../../src/contract/acceptance-codes.ts';
import { ERROR_STATUS, type KnownErrorCode } from '../../../src/contract/error-codes.ts';
import {
  JOB_DECISION_MEANINGS,
  LEAD_DECISION_MEANINGS,
} from '../../../src/decision/decision-meanings.ts';
import { JOB_CODE_MEANINGS } from '../../../src/decision/job-code-meanings.ts';
import { LEAD_CODE_MEANINGS } from '../../../src/decision/lead-code-meanings.ts';
import { CODE_MEANINGS, type Meaning } from '../../../src/errors/code-meanings.ts';
import { docsOf } from '../../../src/errors/docs-of.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { KIND_MEANINGS } from '../../../src/errors/kind-meanings.ts';
import { CRITERIA_PAYS, REFUSAL_PAYS } from '../../../src/errors/pays.ts';
import { REASON_MEANINGS } from '../../../src/errors/reason-meanings.ts';
import { ApiError, explainReceive } from '../../../src/index.ts';
import { nearestName } from '../../../src/options/nearest-name.ts';

/** The explanation of a code, a class or a reason. */
export interface Explained extends Meaning {
  readonly code: string;
  /** What it is, such as `code of a lead`. */
  readonly kind: string;
  readonly status?: number | string;
  /** What happens to a lead that is received with it. */
  readonly lead?: string;
  /** What to tell the seller of the lead. */
  readonly sellerMessage?: string;
  /** Its entry in the documentation, below the package's homepage. */
  readonly docs: string;
}

type Meanings = Readonly<Record<string, Meaning>>;

function errorOf(code: KnownErrorCode): Explained {
  const status = ERROR_STATUS[code];
  const error = new ApiError(
    { code, message: '', status, headers: new Headers() },
    { operation: 'shares.receive', outcome: 'refused', attempts: 1, elapsedMs: 0 },
  );
  const { decision, sellerMessage } = explainReceive(error);
  return {
    code,
    kind: 'error of the service',
    status,
    ...CODE_MEANINGS[code],
    pays: REFUSAL_PAYS,
    lead: decision,
    sellerMessage,
    docs: docsOf(code),
  };
}

function failureOf(code: KnownAcceptanceFailureCode): Explained {
  const status = ACCEPTANCE_FAILURE_STATUS[code];
  return {
    code,
    kind: 'rule that was not met',
    status,
    ...FAILURE_MEANINGS[code],
    pays: CRITERIA_PAYS,
    lead: 'refuse',
    docs: docsOf(code),
  };
}

function others(meanings: Meanings, kind: string, within?: string): Explained[] {
  return Object.entries(meanings).map(([code, { cause, next, pays }]) => ({
    code,
    kind,
    cause,
    next,
    ...(pays !== undefined && { pays }),
    docs: within === undefined ? docsOf(code) : docsOf(within, code),
  }));
}

/** Removes the backquotes of the entries, which are Markdown. */
const plain = (text: string): string => text.replaceAll('`', '');

/** Explains every code, decision, class and reason that this package or the service uses. */
export function allCodes(): Explained[] {
  const reasons: Readonly<Record<string, Meanings>> = REASON_MEANINGS;
  return [
    ...(Object.keys(ERROR_STATUS) as KnownErrorCode[]).map(errorOf),
    ...(Object.keys(ACCEPTANCE_FAILURE_STATUS) as KnownAcceptanceFailureCode[]).map(failureOf),
    ...others(LEAD_DECISION_MEANINGS, 'decision about a lead'),
    ...others(LEAD_CODE_MEANINGS, 'code of a lead'),
    ...others(JOB_DECISION_MEANINGS, 'decision about a job'),
    ...others(JOB_CODE_MEANINGS, 'code of a job'),
    ...others(WARNING_MEANINGS, 'warning about criteria'),
    ...others(KIND_MEANINGS, 'class of error'),
    ...Object.entries(reasons).flatMap(([name, each]) => others(each, `reason of ${name}`, name)),
  ].map(({ pays, ...each }) => ({
    ...each,
    cause: plain(each.cause),
    next: plain(each.next),
    ...(pays !== undefined && { pays: plain(pays) }),
  }));
}

/**
 * Explains one code, in any case. Some codes differ only in case from a reason: there it decides.
 *
 * @throws InvalidInputError naming the code that was probably meant.
 */
export function explained(given: string): Explained {
  const all = allCodes();
  const found =
    all.find(({ code }) => code === given) ??
    all.find(({ code }) => code.toLowerCase() === given.toLowerCase());
  if (found !== undefined) return found;
  const near = nearestName(
    given,
    all.map(({ code }) => code),
  );
  const hint = near === undefined ? 'explain without a code lists all' : `did you mean ${near}?`;
  throw invalidInput('code', `no such code; ${hint}`);
}
