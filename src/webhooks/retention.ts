import { WEBHOOK_WINDOW_MS } from '../contract/limits.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';

/**
 * How long a completed id is remembered by default: 24 hours. The service gives up after an hour
 * (spec §6.3); the rest allows for deliveries that someone resends by hand.
 */
const RETENTION_SECONDS = 24 * 3600;

/** If an id were forgotten while the service may still resend it, its event would be handled twice. */
const RETENTION_LEAST_SECONDS = WEBHOOK_WINDOW_MS / 1000;

const RETENTION_MOST_SECONDS = 365 * 24 * 3600;

/** Validates the option `retentionSeconds` of a store. Default: 86,400. */
export function checkRetention(seconds: number = RETENTION_SECONDS): number {
  const isWithin = seconds >= RETENTION_LEAST_SECONDS && seconds <= RETENTION_MOST_SECONDS;
  if (Number.isInteger(seconds) && isWithin) return seconds;
  throw invalidInput(
    'retentionSeconds',
    `expected whole seconds from ${RETENTION_LEAST_SECONDS} to ${RETENTION_MOST_SECONDS}`,
  );
}

/** A store with a table looks for ended rows on every hundredth claim, starting with the first … */
export const SWEEP_EVERY_CLAIMS = 100;

/** … and deletes at most this many at a time: ten for each row added. */
export const SWEEP_MAX_ROWS = 1000;
