import { SHARE_EXPIRY_MAX_MS, UNIT_MS } from '../contract/limits.ts';
import { asRead } from '../options/as-read.ts';
import type { Issue } from '../options/issue.ts';
import { withNearest } from '../options/with-nearest.ts';

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

type Unit = keyof typeof UNIT_MS;

/** The two ways to set how long a share token is valid; use at most one. */
export interface ShareExpiry {
  readonly expiresIn?: ShareLifetime | undefined;
  readonly expiresInMs?: number | undefined;
}

function totalMs(lifetime: unknown): number | string {
  if (typeof lifetime !== 'object' || lifetime === null) {
    return 'expected an object such as { days: 3 }';
  }
  let total = 0;
  for (const [unit, count] of Object.entries(asRead(lifetime))) {
    if (count === undefined) continue;
    if (!Object.hasOwn(UNIT_MS, unit)) {
      const message = 'expected days, hours, minutes and seconds only';
      return withNearest(message, unit, Object.keys(UNIT_MS));
    }
    if (typeof count !== 'number' || !Number.isFinite(count) || count < 0) {
      return `expected ${unit} to be a finite number, at least 0`;
    }
    total += count * UNIT_MS[unit as Unit];
  }
  return total;
}

/**
 * Returns the `expiresInMs` to send, `undefined` for the service's default of 30 days, or an issue.
 * The service would read zero, a negative number or a non-number as 30 days, and reduce anything
 * over two years (spec §4.5), so these are refused.
 */
export function shareExpiryMs({ expiresIn, expiresInMs }: ShareExpiry): number | undefined | Issue {
  if (expiresIn === undefined && expiresInMs === undefined) return undefined;
  if (expiresIn !== undefined && expiresInMs !== undefined) {
    return { path: 'expiresIn', message: 'expected either expiresIn or expiresInMs, not both' };
  }
  const path = expiresIn === undefined ? 'expiresInMs' : 'expiresIn';
  const ms: unknown = expiresIn === undefined ? expiresInMs : totalMs(expiresIn);
  if (typeof ms === 'string' && expiresIn !== undefined) return { path, message: ms };
  if (typeof ms !== 'number' || !(ms > 0) || ms > SHARE_EXPIRY_MAX_MS) {
    const message = `expected more than 0 and at most ${SHARE_EXPIRY_MAX_MS} milliseconds (2 years)`;
    return { path, message };
  }
  return ms;
}
