import { WEBHOOK_WINDOW_MS } from '../contract/limits.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';

/**
 * How long a completed id is remembered by default: 24 hours. The service gives up after an hour
 * (spec §6.3); the rest is for whoever sends by hand.
 */
const RETENTION_SECONDS = 24 * 3600;

/** Whoever forgets an id while the service may still send it handles the event twice. */
const RETENTION_LEAST_SECONDS = WEBHOOK_WINDOW_MS / 1000;

const RETENTION_MOST_SECONDS = 365 * 24 * 3600;

/** The option `retentionSeconds` of a store, filled in and checked. */
export function checkRetention(seconds: number = RETENTION_SECONDS): number {
  const isWithin = seconds >= RETENTION_LEAST_SECONDS && seconds <= RETENTION_MOST_SECONDS;
  if (Number.isInteger(seconds) && isWithin) return seconds;
  throw invalidInput(
    'retentionSeconds',
    `expected whole seconds from ${RETENTION_LEAST_SECONDS} to ${RETENTION_MOST_SECONDS}`,
  );
}

/** A store with a table looks for ended rows at every hundredth claim, its first included … */
export const SWEEP_EVERY_CLAIMS = 100;

/** … and deletes no more than these at once: ten for each that was added. */
export const SWEEP_MAX_ROWS = 1000;
