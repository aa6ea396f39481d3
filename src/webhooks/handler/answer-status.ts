/** Handled, now or before: the service never resends the event (spec §6.3). */
export const OK = 200;

/** The caller's own code failed. */
export const FAILED = 500;

/** What the answer depends on failed, or is busy. */
export const UNAVAILABLE = 503;
