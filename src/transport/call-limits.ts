import type { Issue } from '../contract/issue.ts';
import { TIMER_MAX_MS } from '../contract/limits.ts';
import type { WebAbortSignal } from '../platform.ts';

const RETRIES_MAX = 100;
const LABEL_MAX_CHARS = 200;

/** The times and counts that bound a call, as they were handed in. */
export interface LimitInputs {
  readonly signal?: unknown;
  readonly timeoutMs?: unknown;
  readonly deadlineMs?: unknown;
  readonly maxRetries?: unknown;
  readonly pendingTimeoutMs?: unknown;
  readonly label?: unknown;
}

function timeIssue(path: string, value: unknown, zeroAllowed: boolean): Issue[] {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return [];
  const number = typeof value === 'number' ? value : Number.NaN;
  if ((number > 0 || (zeroAllowed && number === 0)) && number <= TIMER_MAX_MS) return [];
  const from = zeroAllowed ? '0' : 'more than 0';
  const message = `expected ${from} to ${TIMER_MAX_MS} milliseconds, or Infinity for no limit`;
  return [{ path, message }];
}

function isSignal(value: unknown): value is WebAbortSignal {
  if (typeof value !== 'object' || value === null) return false;
  const { aborted, addEventListener, removeEventListener } = value as Record<string, unknown>;
  return (
    typeof aborted === 'boolean' &&
    typeof addEventListener === 'function' &&
    typeof removeEventListener === 'function'
  );
}

/** What is wrong with the times and counts handed to a client or a call. */
export function limitIssues(inputs: LimitInputs): Issue[] {
  const { signal, maxRetries } = inputs;
  const issues = [
    ...timeIssue('timeoutMs', inputs.timeoutMs, false),
    ...timeIssue('deadlineMs', inputs.deadlineMs, false),
    ...timeIssue('pendingTimeoutMs', inputs.pendingTimeoutMs, true),
  ];
  const count = maxRetries as number;
  if (
    maxRetries !== undefined &&
    !(Number.isInteger(count) && count >= 0 && count <= RETRIES_MAX)
  ) {
    issues.push({
      path: 'maxRetries',
      message: `expected a whole number from 0 to ${RETRIES_MAX}`,
    });
  }
  if (signal !== undefined && !isSignal(signal)) {
    issues.push({ path: 'signal', message: 'expected an AbortSignal' });
  }
  const { label } = inputs;
  if (label !== undefined && !(typeof label === 'string' && label.length <= LABEL_MAX_CHARS)) {
    const message = `expected a string of at most ${LABEL_MAX_CHARS} characters`;
    issues.push({ path: 'label', message });
  }
  return issues;
}
