/**
 * How long a claim lasts by default. An attempt of the service ends at 20 s and the next one comes
 * 30 s later (spec §6.3), so the claim of a process that died has ended by then and costs no
 * attempt.
 */
export const LEASE_SECONDS = 25;
