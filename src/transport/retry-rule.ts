import type { Repeat } from '../contract/endpoint.ts';
import type { AttemptResult } from './reading.ts';

/**
 * Whether an attempt that ended in `result` may be repeated. A 429 and a 5xx go by their status,
 * whatever their body; that a 429 did nothing is an assumption, for spec §7 does not list it.
 */
export function mayRepeat(result: AttemptResult<unknown>, repeat: Repeat): boolean {
  switch (result.kind) {
    case 'unanswered':
      return result.notSent || repeat !== 'once';
    case 'timeout':
      return result.limit === 'timeoutMs' && repeat !== 'once';
    case 'failure':
    case 'unexpected':
      if (result.kind === 'unexpected' && result.done) return false;
      return result.status === 429 || (result.status >= 500 && repeat !== 'once');
    case 'abort':
    case 'value':
      return false;
  }
}

/** Whether `result` says that the record is not rendered yet (spec §4.6 rule 7). */
export function isPending(result: AttemptResult<unknown>): boolean {
  return result.kind === 'failure' && result.code === 'CDR_PENDING' && result.status < 300;
}
