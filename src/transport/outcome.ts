import type { InDoubt, Repeat } from '../contract/endpoint.ts';
import type { Outcome } from '../errors/consent-evidence-error.ts';
import type { Outgoing } from './outgoing.ts';
import type { AttemptResult } from './parsed-reply.ts';

/** Proves that nothing was done also where nothing else is known of an endpoint: spec §3 knows no way round it. */
const ALWAYS_DISPROVED_BY = 'CDR_DEV_MODE';

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

function disproves(code: string, inDoubt: InDoubt | null | undefined): boolean {
  const codes: readonly string[] = inDoubt?.disprovedBy ?? [];
  return code === ALWAYS_DISPROVED_BY || codes.includes(code);
}

/** What is known to have been done by a call whose last attempt ended in `result`. */
export function outcomeOf(
  result: Exclude<AttemptResult<unknown>, { kind: 'value' }>,
  { repeat, inDoubt }: Pick<Outgoing<unknown>, 'repeat' | 'inDoubt'>,
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
      return earlier.doubt && !disproves(result.code, inDoubt) ? 'unknown' : 'refused';
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
