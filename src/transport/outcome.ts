import type { Repeat } from '../contract/endpoint.ts';
import type { Operation } from '../contract/endpoints.ts';
import type { Outcome } from '../errors/consent-evidence-error.ts';
import type { AttemptResult } from './reading.ts';

/** Codes which prove that no attempt of the call, this one or an earlier, can have taken effect. */
const PROVES_NOTHING_DONE: Readonly<Record<string, 'always' | Operation>> = {
  CDR_DEV_MODE: 'always',
  // An organization that had received the record would be told so instead (spec §4.6 rules 1, 2).
  INVALID_ARGUMENT: 'shares.receive',
  COLLECT_REQUIRED: 'shares.receive',
  CDR_ACCEPTANCE_FAILED: 'shares.receive',
  CDR_PENDING: 'shares.receive',
};

function provesNothingDone(code: string, operation: Operation): boolean {
  if (!Object.hasOwn(PROVES_NOTHING_DONE, code)) return false;
  const where = PROVES_NOTHING_DONE[code];
  return where === 'always' || where === operation;
}

/** What is known of the attempts before the last. */
export interface Doubt {
  /** One of them may have taken effect. */
  readonly doubt: boolean;
  /** One of them was answered. */
  readonly answered: boolean;
}

/** What a call that ended without an open attempt is known to have done. */
export function outcomeBetween({ doubt, answered }: Doubt): Outcome {
  if (doubt) return 'unknown';
  return answered ? 'refused' : 'not_sent';
}

/** What is known to have been done by a call whose last attempt ended in `result`. */
export function outcomeOf(
  result: Exclude<AttemptResult<unknown>, { kind: 'value' }>,
  { operation, repeat }: { readonly operation: Operation; readonly repeat: Repeat },
  earlier: Doubt,
): Outcome {
  switch (result.kind) {
    case 'unanswered':
      return result.notSent ? outcomeBetween(earlier) : 'unknown';
    case 'timeout':
    case 'abort':
      return 'unknown';
    case 'unexpected':
      if (result.done) return 'done';
      if (repeat === 'read') return 'refused';
      return result.status === 429 && !earlier.doubt ? 'refused' : 'unknown';
    case 'failure':
      if (repeat === 'read') return 'refused';
      if (result.status >= 500) return 'unknown';
      return earlier.doubt && !provesNothingDone(result.code, operation) ? 'unknown' : 'refused';
  }
}

/** Whether an attempt that ended in `result` may have taken effect, or for a read: may have arrived. */
export function leavesDoubt(result: AttemptResult<unknown>, repeat: Repeat): boolean {
  switch (result.kind) {
    case 'unanswered':
      return !result.notSent;
    case 'timeout':
    case 'abort':
      return true;
    case 'failure':
    case 'unexpected':
      return repeat !== 'read' && result.status >= 500;
    case 'value':
      return false;
  }
}
