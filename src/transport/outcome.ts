import type { InDoubt, Repeat } from '../contract/endpoint.ts';
import type { Outcome } from '../errors/consent-evidence-error.ts';
import type { Outgoing } from './outgoing.ts';
import type { AttemptResult } from './parsed-reply.ts';

/** Proves for every endpoint that nothing was done: spec §3 allows no way around it. */
const ALWAYS_DISPROVED_BY = 'CDR_DEV_MODE';

/** What is known about the attempts before the last. */
export interface Doubt {
  /** Whether one of them may have taken effect. */
  readonly doubt: boolean;
  /** Whether one of them was answered. */
  readonly answered: boolean;
}

/** Returns what a call that ended without an open attempt is known to have done. */
export function outcomeBetween({ doubt, answered }: Doubt): Outcome {
  if (doubt) return 'unknown';
  return answered ? 'refused' : 'not_sent';
}

function disproves(code: string, inDoubt: InDoubt | null | undefined): boolean {
  const codes: readonly string[] = inDoubt?.disprovedBy ?? [];
  return code === ALWAYS_DISPROVED_BY || codes.includes(code);
}

/** Returns what a call whose last attempt ended in `result` is known to have done. */
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

/**
 * Returns whether an attempt that ended in `result` may have taken effect or, for a read, may have
 * arrived.
 */
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
