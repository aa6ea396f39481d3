import { type Kind, wholeNumber } from '../options/kinds.ts';

/** The default of the option `busyTimeoutMs`. */
export const BUSY_TIMEOUT_MS = 5_000;

/** The option `busyTimeoutMs` of what is kept in SQLite. */
export const busyTimeout = (): Kind => wholeNumber(0, 15_000, 'milliseconds');
