import { WEBHOOK_WINDOW_MS } from '../../contract/limits.ts';
import { type Kind, wholeNumber } from '../../options/kinds.ts';

/**
 * The default of the option `retentionSeconds`. The service gives up after an hour (spec §6.3); the
 * rest allows for deliveries that someone resends by hand.
 */
export const RETENTION_SECONDS = 24 * 3600;

/**
 * The option `retentionSeconds` of a store. If an id were forgotten while the service may still
 * resend it, its event would be handled twice.
 */
export const retention = (): Kind =>
  wholeNumber(WEBHOOK_WINDOW_MS / 1000, 365 * 24 * 3600, 'seconds');

/** A store with a table looks for ended rows on every hundredth claim, starting with the first … */
export const SWEEP_EVERY_CLAIMS = 100;

/** … and deletes at most this many at a time: ten for each row added. */
export const SWEEP_MAX_ROWS = 1000;
