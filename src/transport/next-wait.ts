import type { Repeat } from '../contract/endpoint.ts';
import { PENDING_RETRY_SECONDS } from '../contract/limits.ts';
import type { Outgoing } from './outgoing.ts';
import type { AttemptResult } from './parsed-reply.ts';
import type { Progress } from './progress.ts';

/** The longest wait that the service can impose on a call without a deadline: five minutes. */
const IMPOSED_WAIT_MAX_MS = 300_000;

/**
 * The shortest wait for a pending record, so that a service that asks for no wait causes no busy
 * loop.
 */
const PENDING_WAIT_MIN_MS = 100;

const BASE_MS = 500;
const CAP_MS = 8000;

/**
 * Returns the delay before retry number `retry` (from 1), in milliseconds: doubling, capped, and
 * jittered over its upper half.
 */
export function backoffMs(retry: number, random: () => number): number {
  const full = Math.min(CAP_MS, BASE_MS * 2 ** (retry - 1));
  return Math.round(full / 2 + (random() * full) / 2);
}

/**
 * Returns whether an attempt that ended in `result` may be repeated. For a 429 or a 5xx the status
 * decides, whatever the body. That a 429 did nothing is an assumption: spec §7 does not list it.
 */
function mayRepeat(result: AttemptResult<unknown>, repeat: Repeat): boolean {
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

/** Returns whether `result` says that the record is not rendered yet (spec §4.6 rule 7). */
function isPending(result: AttemptResult<unknown>): boolean {
  return result.kind === 'failure' && result.code === 'CDR_PENDING' && result.status < 300;
}

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

/**
 * Returns the wait before the next attempt, never shorter than the service asked; `undefined`: give
 * up.
 */
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
