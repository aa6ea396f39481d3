const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Returns a number from 0 to 1, always the same for one share, so that leads that failed together
 * are not retried together.
 */
function spread(shareSha256: string): number {
  return Number.parseInt(shareSha256.slice(0, 8), 16) / 0xffff_ffff;
}

/**
 * Returns how long a lead waits after that many attempts, in milliseconds: 2 seconds, doubled with
 * each attempt up to 15 minutes, plus up to a quarter, but never less than the service asked for.
 */
export function waitAfter(
  { attempts, shareSha256 }: { attempts: number; shareSha256: string },
  retryAfterMs = 0,
): number {
  const grown = FIRST_WAIT_MS * 2 ** Math.min(Math.max(attempts - 1, 0), 20);
  const wait = Math.min(grown, LONGEST_WAIT_MS) * (1 + spread(shareSha256) / 4);
  return Math.ceil(Math.max(wait, retryAfterMs));
}
