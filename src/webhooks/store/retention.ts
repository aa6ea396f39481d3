import { WEBHOOK_WINDOW_MS } from '../../contract/limits.ts';
import { invalidInput } from '../../errors/invalid-input-error.ts';

/**
 * Validates the option `retentionSeconds` of a store. Default: 24 hours. The service gives up after
 * an hour (spec §6.3); the rest allows for deliveries that someone resends by hand.
 */
export function checkRetention(seconds: number = 24 * 3600): number {
  const most = 365 * 24 * 3600;
  // If an id were forgotten while the service may still resend it, its event would be handled twice.
  const least = WEBHOOK_WINDOW_MS / 1000;
  const isWithin = seconds >= least && seconds <= most;
  if (Number.isInteger(seconds) && isWithin) return seconds;
  throw invalidInput('retentionSeconds', `expected whole seconds from ${least} to ${most}`);
}

/** A store with a table looks for ended rows on every hundredth claim, starting with the first … */
export const SWEEP_EVERY_CLAIMS = 100;

/** … and deletes at most this many at a time: ten for each row added. */
export const SWEEP_MAX_ROWS = 1000;
