import { SHARE_EXPIRY_MAX_MS, UNIT_MS } from '../contract/limits.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import type { Issue } from '../options/issue.ts';
import { amountOf, isObject, kindOf } from '../options/kinds.ts';
import { type OptionTable, optionsOf } from '../options/option-table.ts';
import { CALL_OPTIONS, type CallOptions } from '../transport/call-options.ts';

/** A length of time; the members add up. */
export interface ShareLifetime {
  /** Days of 24 hours. */
  days?: number | undefined;
  /** Added to the others. */
  hours?: number | undefined;
  /** Added to the others. */
  minutes?: number | undefined;
  /** Added to the others. */
  seconds?: number | undefined;
}

/**
 * How long a share token is valid. Set at most one of the two. Default: 30 days (spec §4.5).
 *
 * @example
 * ```ts
 * const options: ShareCdrOptions = { expiresIn: { days: 3, hours: 12 } };
 * ```
 */
export interface ShareCdrOptions extends CallOptions {
  /** For example `{ days: 3 }`. The members add up, to at most two years. */
  expiresIn?: ShareLifetime | undefined;
  /** Milliseconds from now, as sent to the service; at most two years. */
  expiresInMs?: number | undefined;
}

const UNITS = Object.keys(UNIT_MS) as (keyof ShareLifetime)[];

const isExpiry = (ms: unknown): ms is number => Number(ms) > 0 && Number(ms) <= SHARE_EXPIRY_MAX_MS;

const EXPECTED = `more than 0 and at most ${SHARE_EXPIRY_MAX_MS} milliseconds (2 years)`;

const totalMs = (lifetime: ShareLifetime): number =>
  UNITS.reduce((total, unit) => total + (lifetime[unit] ?? 0) * UNIT_MS[unit], 0);

/**
 * The service would read zero, a negative number or a non-number as 30 days, and reduce anything over
 * two years (spec §4.5), so these are refused.
 */
const SHARE_OPTIONS = (): OptionTable<ShareCdrOptions> => ({
  ...CALL_OPTIONS(),
  expiresIn: optionsOf<ShareLifetime>({
    days: amountOf('days'),
    hours: amountOf('hours'),
    minutes: amountOf('minutes'),
    seconds: amountOf('seconds'),
  }),
  expiresInMs: kindOf(EXPECTED, (value) => typeof value === 'number' && isExpiry(value)),
});

/** Returns what is wrong between the two, or with their sum. */
function shareExpiryIssues({ expiresIn, expiresInMs }: ShareCdrOptions): Issue[] {
  if (!isObject(expiresIn)) return [];
  const path = 'expiresIn';
  if (expiresInMs !== undefined) {
    return [{ path, message: 'expected either expiresIn or expiresInMs, not both' }];
  }
  return isExpiry(totalMs(expiresIn)) ? [] : [{ path, message: `expected ${EXPECTED}` }];
}

/** Checks the options, and returns a copy. */
export const checkedShare = (options: ShareCdrOptions): ShareCdrOptions =>
  checkedOptions(SHARE_OPTIONS, options, { also: shareExpiryIssues, operation: 'cdrs.share' });

/** The `expiresInMs` to send; `undefined` for the service's default of 30 days. */
export const shareExpiryMs = ({ expiresIn, expiresInMs }: ShareCdrOptions): number | undefined =>
  expiresIn === undefined ? expiresInMs : totalMs(expiresIn);
