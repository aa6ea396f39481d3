import type { Ending } from './armed.ts';
import { provesNotSent } from './classify-failure.ts';
import type { AttemptResult } from './reading.ts';

/** How an attempt ended; `answered`: its headers had arrived, so that it certainly was sent. */
export function resultOf<T>(ending: Ending<AttemptResult<T>>, answered: boolean): AttemptResult<T> {
  if (ending.kind === 'finished') return ending.value;
  if (ending.kind !== 'threw') return ending;
  const { cause } = ending;
  return { kind: 'unanswered', notSent: !answered && provesNotSent(cause), cause };
}
