import { PENDING_RETRY_SECONDS } from '../contract/limits.ts';
import { backoffMs } from './backoff.ts';
import type { Outgoing } from './outgoing.ts';
import type { Progress } from './progress.ts';
import type { AttemptResult } from './reading.ts';
import { isPending, mayRepeat } from './retry-rule.ts';

/** The longest wait that the service can impose on a call without a deadline: five minutes. */
const IMPOSED_WAIT_MAX_MS = 300_000;

/** The shortest wait for a pending record, should the service ask for none: no busy loop. */
const PENDING_WAIT_MIN_MS = 100;

/** A wait before the next attempt. */
export interface Wait {
  readonly type: 'retry' | 'wait';
  readonly delayMs: number;
}

function pendingWait(
  askedMs: number | undefined,
  budgetMs: number,
  progress: Progress,
): Wait | undefined {
  const wanted = askedMs ?? PENDING_RETRY_SECONDS * 1000;
  const delayMs = Math.max(wanted, PENDING_WAIT_MIN_MS);
  return progress.takePendingWait(delayMs, budgetMs) ? { type: 'wait', delayMs } : undefined;
}

/** The wait before the next attempt, never shorter than the service asked; `undefined`: give up. */
export function nextWait(
  result: AttemptResult<unknown>,
  askedMs: number | undefined,
  { repeat, pendingTimeoutMs }: Pick<Outgoing<unknown>, 'repeat' | 'pendingTimeoutMs'>,
  progress: Progress,
  { maxRetries, random }: { readonly maxRetries: number; readonly random: () => number },
): Wait | undefined {
  const leftMs = progress.deadlineLeftMs;
  if (
    askedMs !== undefined &&
    askedMs > IMPOSED_WAIT_MAX_MS &&
    leftMs === Number.POSITIVE_INFINITY
  ) {
    return undefined;
  }
  let wait: Wait | undefined;
  if (pendingTimeoutMs !== undefined && isPending(result)) {
    wait = pendingWait(askedMs, pendingTimeoutMs, progress);
  } else if (mayRepeat(result, repeat) && progress.retries < maxRetries) {
    progress.retries += 1;
    wait = {
      type: 'retry',
      delayMs: Math.max(backoffMs(progress.retries, random), askedMs ?? 0),
    };
  }
  return wait !== undefined && wait.delayMs < leftMs ? wait : undefined;
}
