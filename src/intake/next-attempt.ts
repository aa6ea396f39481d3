const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** Between 0 and 1, the same for one lead always: leads that failed together do not come back together. */
function spread(shareSha256: string): number {
  return Number.parseInt(shareSha256.slice(0, 8), 16) / 0xffff_ffff;
}

/**
 * How long a lead waits after so many attempts, in milliseconds: 2 seconds, then twice as long each
 * time, at most 15 minutes, and up to a quarter more; never less than the service asked for.
 */
export function waitAfter(
  { attempts, shareSha256 }: { attempts: number; shareSha256: string },
  retryAfterMs = 0,
): number {
  const grown = FIRST_WAIT_MS * 2 ** Math.min(Math.max(attempts - 1, 0), 20);
  const wait = Math.min(grown, LONGEST_WAIT_MS) * (1 + spread(shareSha256) / 4);
  return Math.ceil(Math.max(wait, retryAfterMs));
}
