import type { Operation } from '../contract/endpoints.ts';
import { TIMER_MAX_MS } from '../contract/limits.ts';
import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { unknownOptions } from '../options/unknown-options.ts';
import type { WebAbortSignal } from '../platform.ts';

/**
 * The last argument of every method. Each member overrides the client's setting for this call.
 *
 * @example
 * ```ts
 * await client.cdrs.get(cdrId, { signal: AbortSignal.timeout(2_000), maxRetries: 0 });
 * ```
 */
export interface CallOptions {
  /** Ends the call with an `AbortError`, even while it waits between attempts. */
  signal?: WebAbortSignal | undefined;
  /**
   * The limit for each attempt, in milliseconds, until the last byte of the body is read.
   * `Infinity`: none.
   */
  timeoutMs?: number | undefined;
  /**
   * The limit for the whole call, in milliseconds: attempts, back-off and waits. `Infinity`: none.
   */
  deadlineMs?: number | undefined;
  /** The maximum number of retries, made only if retrying is safe. `0`: none, whatever fails. */
  maxRetries?: number | undefined;
  /**
   * Your own name for the call, such as a lead's id, of at most 200 characters. It is on each event
   * of the call's trace.
   */
  label?: string | undefined;
}

const RETRIES_MAX = 100;
const LABEL_MAX_CHARS = 200;

/** The times and counts that bound a call, as they were passed in. */
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

/** Returns what is wrong with the times and counts passed to a client or a call. */
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

const CALL_OPTIONS = ['signal', 'timeoutMs', 'deadlineMs', 'maxRetries', 'label'];

/**
 * Rejects options that are not an object, or that have an unknown name, with the name that was
 * probably meant.
 */
export function checkOptions(
  options: unknown,
  names: readonly string[],
  operation: Operation,
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidInput('options', 'expected an object', operation);
  }
  const known = [...names, ...CALL_OPTIONS];
  const isPlain = Object.getPrototypeOf(options) === Object.prototype;
  const own = Object.getOwnPropertyNames(options);
  if (isPlain && own.every((name) => known.includes(name))) return;
  const unknown = unknownOptions(options, known);
  if (unknown.length > 0) throw new InvalidInputError(unknown, operation);
}

/** Picks the options that bound a call from those of a method. */
export function callOptionsOf(options: CallOptions | undefined): CallOptions {
  const { signal, timeoutMs, deadlineMs, maxRetries, label } = options ?? {};
  return { signal, timeoutMs, deadlineMs, maxRetries, label };
}
