import type { Operation } from '../contract/endpoints.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { type Kind, kindOf, signalKind, wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { TIMER_MAX_MS } from '../platform/clock.ts';
import type { WebAbortSignal } from '../platform/platform.ts';

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

/** A length of time; `Infinity` sets no limit. */
function timeLimit(isZeroAllowed: boolean): Kind {
  const from = isZeroAllowed ? '0' : 'more than 0';
  return kindOf(`${from} to ${TIMER_MAX_MS} milliseconds, or Infinity for no limit`, (value) => {
    if (typeof value !== 'number') return false;
    if (value === Number.POSITIVE_INFINITY || (isZeroAllowed && value === 0)) return true;
    return value > 0 && value <= TIMER_MAX_MS;
  });
}

/** The settings that a client and its calls have in common. */
export const limitKinds = () => ({
  timeoutMs: timeLimit(false),
  deadlineMs: timeLimit(false),
  maxRetries: wholeNumber(0, RETRIES_MAX),
});

/** How long to wait for a record that is not rendered yet. */
export const pendingTimeKind = (): Kind => timeLimit(true);

export const CALL_OPTIONS = (): OptionTable<CallOptions> => ({
  signal: signalKind,
  ...limitKinds(),
  label: kindOf(
    `a string of at most ${LABEL_MAX_CHARS} characters`,
    (value) => typeof value === 'string' && value.length <= LABEL_MAX_CHARS,
  ),
});

/** Checks the options of a method that has no others. */
export function checkedCall(options: CallOptions | undefined, operation: Operation): CallOptions {
  return options === undefined ? {} : checkedOptions(CALL_OPTIONS, options, { operation });
}

/** Picks the options that bound a call from those of a method. */
export function callOptionsOf(options: CallOptions): CallOptions {
  const { signal, timeoutMs, deadlineMs, maxRetries, label } = options;
  return { signal, timeoutMs, deadlineMs, maxRetries, label };
}
