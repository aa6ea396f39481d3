const BASE_MS = 500;
const CAP_MS = 8000;

/** The delay before retry number `retry` (from 1): doubling, capped, and jittered over its upper half. */
export function backoffMs(retry: number, random: () => number): number {
  const full = Math.min(CAP_MS, BASE_MS * 2 ** (retry - 1));
  return Math.round(full / 2 + (random() * full) / 2);
}
