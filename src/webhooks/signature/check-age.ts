import { WEBHOOK_TOLERANCE_SECONDS } from '../../contract/limits.ts';
import { invalidInput } from '../../errors/invalid-input-error.ts';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import { amountOf, callback } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';

/** How old or how far in the future a delivery may be, and by which clock. */
export interface AgeOptions {
  /** The maximum age of a delivery in seconds. Default: 300, the service's rule. */
  toleranceSeconds?: number | undefined;
  /**
   * How many seconds a delivery may be ahead of this clock. Default: 300, the SDK's rule, not the
   * service's.
   */
  futureToleranceSeconds?: number | undefined;
  /** Returns the current time in Unix milliseconds. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

/** A larger timestamp must be in milliseconds: seconds reach this value in the year 5138. */
const SURELY_MS = 100_000_000_000;

/** NaN or Infinity would accept any age. */
export const AGE_OPTIONS = (): OptionTable<AgeOptions> => ({
  toleranceSeconds: amountOf('seconds'),
  futureToleranceSeconds: amountOf('seconds'),
  now: callback,
});

/** Refuses a delivery that was signed too long ago (spec §6.2, step 1) or too far ahead. */
export function checkAge(signedAt: number, options: AgeOptions): void {
  const { toleranceSeconds: maxAge = WEBHOOK_TOLERANCE_SECONDS, now: clock = Date.now } = options;
  const { futureToleranceSeconds: maxAhead = WEBHOOK_TOLERANCE_SECONDS } = options;
  const now = clock();
  if (!Number.isFinite(now)) throw invalidInput('now', 'expected it to return Unix milliseconds');
  const age = (now - signedAt) / 1000;
  if (age > maxAge) {
    const message = `signed ${Math.ceil(age)} s ago; at most ${maxAge} s is accepted`;
    throw new WebhookVerificationError('stale_timestamp', message, {
      hint: 'a replay, a delivery delayed in a queue, or the clock here is ahead',
    });
  }
  if (-age > maxAhead) {
    const message = `signed ${Math.ceil(-age)} s in the future; at most ${maxAhead} s is accepted`;
    throw new WebhookVerificationError('future_timestamp', message, {
      hint:
        signedAt / 1000 > SURELY_MS
          ? 'the header is in milliseconds instead of seconds'
          : 'the clock here is behind',
    });
  }
}
