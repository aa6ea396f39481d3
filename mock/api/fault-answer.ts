import { judge } from '../../src/acceptance/judge.ts';
import { type AcceptanceCriteria, acceptanceIssues } from '../../src/contract/acceptance.ts';
import type { AcceptanceFailure } from '../../src/contract/acceptance-failure.ts';
import { ERROR_STATUS, isKnownErrorCode } from '../../src/contract/error-codes.ts';
import { MAX_AGE_SECONDS_MAX, PENDING_RETRY_SECONDS } from '../../src/contract/limits.ts';
import type { Readings } from '../../src/readings/readings.ts';
import type { StoredFault } from '../world/fault.ts';
import type { Failure } from './core-message.ts';

/** What of the struck request its answer is made from. */
export interface StruckRequest {
  /** The methods of its path, as `Allow` has them. */
  readonly allow: string;
  /** Its JSON body, where it came to be read. */
  readonly body: unknown;
  readonly readings: Readings;
}

/** Where no criteria were sent that a record could fail. */
const TOO_OLD: AcceptanceFailure = {
  ruleId: 'record.maxAgeSeconds',
  status: 'failed',
  code: 'RECORD_TOO_OLD',
};

/** What a record that meets nothing fails of the criteria: it is past any age and has no facts. */
function failuresOf(criteria: unknown, readings: Readings): readonly AcceptanceFailure[] {
  if (acceptanceIssues(criteria).length > 0) return [];
  const record = { createdAt: -(MAX_AGE_SECONDS_MAX + 1) * 1000 };
  try {
    const context = { now: 0, readings, hasPhone: () => false };
    return judge(criteria as AcceptanceCriteria, record, context).failures;
  } catch {
    return []; // A phone that does not normalise.
  }
}

/** A refusal as the service makes it: of the rules that the request itself asked for (spec §7.1). */
function rejection({ body, readings }: StruckRequest) {
  const { acceptance } = (body ?? {}) as { acceptance?: unknown };
  const failures = failuresOf(acceptance, readings);
  return { outcome: 'rejected', failures: failures.length > 0 ? failures : [TOO_OLD] };
}

/** Codes for statuses that spec §7 does not list, in its manner of naming. */
function codeOf(status: number): string {
  const known = Object.entries(ERROR_STATUS).find(([, each]) => each === status);
  if (known !== undefined) return known[0];
  return status === 429 ? 'RESOURCE_EXHAUSTED' : status >= 500 ? 'UNAVAILABLE' : 'UNKNOWN';
}

function headersOf(
  { code, retryAfterSeconds }: StoredFault,
  { allow }: StruckRequest,
): Record<string, string> {
  const seconds = retryAfterSeconds ?? (code === 'CDR_PENDING' ? PENDING_RETRY_SECONDS : null);
  return {
    ...(seconds !== null && { 'retry-after': String(seconds) }),
    ...(code === 'METHOD_NOT_ALLOWED' && { allow }),
  };
}

/**
 * What the fault answers with; `undefined` for one that only delays or drops. By its code it answers
 * as the service does: with `Retry-After`, `Allow` or `details` where that code has them.
 */
export function failureOf(fault: StoredFault, struck: StruckRequest): Failure | undefined {
  const { status, code } = fault;
  if (status === null && code === null) return undefined;
  const known = code !== null && isKnownErrorCode(code) ? ERROR_STATUS[code] : 500;
  const answered = status ?? known;
  return {
    status: answered,
    code: code ?? codeOf(answered),
    message: 'this fault was added to the fake on purpose; remove it, or wait until it is used up',
    headers: headersOf(fault, struck),
    ...(code === 'CDR_ACCEPTANCE_FAILED' && { details: rejection(struck) }),
  };
}

/** Whether the answer depends on what the request's body says. */
export function needsBody({ code, drop }: StoredFault): boolean {
  return code === 'CDR_ACCEPTANCE_FAILED' && !drop;
}
