import type { Finding } from './finding.ts';
import type { Run } from './run.ts';
import type { Tier } from './tier.ts';

/** How one statement about the service is checked from outside. */
export interface StatementRow {
  /** The section of the specification. */
  readonly section: string;
  /** The statement, as in `docs/conformance.md`. */
  readonly rule: string;
  /** `chosen`: the specification leaves it open, and the fake chose a behavior. */
  readonly basis: 'stated' | 'chosen';
  /** The lowest tier that checks it. */
  readonly tier: Tier;
  /** What is sent. */
  readonly asks: string;
  check(run: Run): Finding | Promise<Finding>;
}

type Check = StatementRow['check'];

/** Returns a function that builds rows of one tier. */
export function rowsOf(tier: Tier, basis: StatementRow['basis'] = 'stated') {
  return (section: string, rule: string, asks: string, check: Check): StatementRow => ({
    section,
    rule,
    basis,
    tier,
    asks,
    check,
  });
}
