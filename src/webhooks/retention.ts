/**
 * How long a completed id is remembered. The service gives up after an hour (spec §6.3); the rest
 * is for whoever sends by hand.
 */
export const RETENTION_MS = 24 * 3600 * 1000;

/** A store with a table looks for ended rows at every hundredth claim, its first included … */
export const SWEEP_EVERY_CLAIMS = 100;

/** … and deletes no more than these at once: ten for each that was added. */
export const SWEEP_MAX_ROWS = 1000;
