import { ClockSkewError } from './clock-skew-error.ts';
import { HAND_MARGIN_MS } from './lease-end.ts';
import type { LedgerFacts } from './ledger.ts';

/** Opens the ledger once; again only after it failed. */
export function opening(open: () => Promise<LedgerFacts>): () => Promise<LedgerFacts> {
  let opened: Promise<LedgerFacts> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/**
 * Returns an error if the database's clock cannot be that of this machine, read before and after it:
 * leases are made by the machines' clocks.
 */
export function skewOf(
  clockMs: number | undefined,
  before: number,
  after: number,
): ClockSkewError | undefined {
  if (clockMs === undefined) return undefined;
  const skewMs = clockMs > after ? clockMs - after : Math.min(clockMs - before, 0);
  return Math.abs(skewMs) > HAND_MARGIN_MS ? new ClockSkewError(skewMs) : undefined;
}
