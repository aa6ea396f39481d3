import { judge } from '../../src/acceptance/judge.ts';
import { type AcceptanceCriteria, acceptanceIssues } from '../../src/contract/acceptance.ts';
import type { AcceptanceFailure } from '../../src/contract/acceptance-failure.ts';
import { ERROR_STATUS, isKnownErrorCode } from '../../src/contract/error-codes.ts';
import { MAX_AGE_SECONDS_MAX, PENDING_RETRY_SECONDS } from '../../src/contract/limits.ts';
import type { Readings } from '../../src/readings/readings.ts';
import type { StoredFault } from '../world/fault.ts';
import type { Failure } from './core-message.ts';

/** The parts of a struck request that its answer is made from. */
export interface StruckRequest {
  /** The methods of its path, as `Allow` has them. */
  readonly allow: string;
  /** Its JSON body, if it was read. */
  readonly body: unknown;
  readonly readings: Readings;
}

/** Used if no criteria were sent that a record could fail. */
const TOO_OLD: AcceptanceFailure = {
  ruleId: 'record.maxAgeSeconds',
  status: 'failed',
  code: 'RECORD_TOO_OLD',
};

/** Judges a record that is older than any maximum age and has no facts, so that it fails the most. */
function failuresOf(criteria: unknown, readings: Readings): readonly AcceptanceFailure[] {
  if (acceptanceIssues(criteria).length > 0) return [];
  const record = { createdAt: -(MAX_AGE_SECONDS_MAX + 1) * 1000 };
  try {
    const context = { now: 0, readings, hasPhone: () => false };
    return judge(criteria as AcceptanceCriteria, record, context).failures;
  } catch {
    return []; // A phone number that cannot be normalised.
  }
}

/** Makes the details of a refusal as the service does, from the request's own rules (spec §7.1). */
function rejection({ body, readings }: StruckRequest) {
  const { acceptance } = (body ?? {}) as { acceptance?: unknown };
  const failures = failuresOf(acceptance, readings);
  return { outcome: 'rejected', failures: failures.length > 0 ? failures : [TOO_OLD] };
}

/** Returns the fault's code; for a status that spec §7 does not list, one in the same style. */
function codeOf({ status, code }: Pick<StoredFault, 'status' | 'code'>): string | null {
  if (code !== null || status === null) return code;
  const known = Object.entries(ERROR_STATUS).find(([, each]) => each === status);
  if (known !== undefined) return known[0];
  return status === 429 ? 'RESOURCE_EXHAUSTED' : status >= 500 ? 'UNAVAILABLE' : 'UNKNOWN';
}

function headersOf(
  code: string,
  retryAfterSeconds: number | null,
  { allow }: StruckRequest,
): Record<string, string> {
  const seconds = retryAfterSeconds ?? (code === 'CDR_PENDING' ? PENDING_RETRY_SECONDS : null);
  return {
    ...(seconds !== null && { 'retry-after': String(seconds) }),
    ...(code === 'METHOD_NOT_ALLOWED' && { allow: allow === '' ? 'GET' : allow }),
  };
}

/**
 * Returns the fault's answer; `undefined` for a fault that only delays or drops. Like the service, it
 * adds `Retry-After`, `Allow` or `details` for the codes that have them, whether the fault names the
 * code or its status.
 */
export function failureOf(fault: StoredFault, struck: StruckRequest): Failure | undefined {
  const code = codeOf(fault);
  if (code === null) return undefined;
  return {
    status: fault.status ?? (isKnownErrorCode(code) ? ERROR_STATUS[code] : 500),
    code,
    message: 'this fault was added to the fake on purpose; remove it, or wait until it is used up',
    headers: headersOf(code, fault.retryAfterSeconds, struck),
    ...(code === 'CDR_ACCEPTANCE_FAILED' && { details: rejection(struck) }),
  };
}

/** Tells whether the answer depends on the request's body. */
export function needsBody(fault: StoredFault): boolean {
  return codeOf(fault) === 'CDR_ACCEPTANCE_FAILED' && !fault.drop;
}
