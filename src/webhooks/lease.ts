/**
 * How long a claim holds by default. An attempt of the service ends at 20 s and the next one comes
 * 30 s later (spec §6.3): the claim of a process that died has ended by then, and burns no attempt.
 */
export const LEASE_SECONDS = 25;
