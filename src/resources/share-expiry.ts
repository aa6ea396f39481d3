import { SHARE_EXPIRY_MAX_MS, UNIT_MS } from '../contract/limits.ts';
import type { Issue } from '../options/issue.ts';
import { amountOf, isObject, kindOf } from '../options/kinds.ts';
import { type OptionTable, optionsOf } from '../options/option-table.ts';

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

/** The two ways to set how long a share token is valid; use at most one. */
export interface ShareExpiry {
  readonly expiresIn?: ShareLifetime | undefined;
  readonly expiresInMs?: number | undefined;
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
export const shareExpiryKinds = (): OptionTable<ShareExpiry> => ({
  expiresIn: optionsOf<ShareLifetime>({
    days: amountOf('days'),
    hours: amountOf('hours'),
    minutes: amountOf('minutes'),
    seconds: amountOf('seconds'),
  }),
  expiresInMs: kindOf(EXPECTED, (value) => typeof value === 'number' && isExpiry(value)),
});

/** Returns what is wrong between the two, or with their sum. */
export function shareExpiryIssues({ expiresIn, expiresInMs }: ShareExpiry): Issue[] {
  if (!isObject(expiresIn)) return [];
  const path = 'expiresIn';
  if (expiresInMs !== undefined) {
    return [{ path, message: 'expected either expiresIn or expiresInMs, not both' }];
  }
  return isExpiry(totalMs(expiresIn)) ? [] : [{ path, message: `expected ${EXPECTED}` }];
}

/** The `expiresInMs` to send; `undefined` for the service's default of 30 days. */
export const shareExpiryMs = ({ expiresIn, expiresInMs }: ShareExpiry): number | undefined =>
  expiresIn === undefined ? expiresInMs : totalMs(expiresIn);
