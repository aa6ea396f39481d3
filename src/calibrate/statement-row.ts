import type { Finding } from './finding.ts';
import type { Run } from './run.ts';
import type { Tier } from './tier.ts';

/** How one statement about the service is checked from outside. */
export interface StatementRow {
  /** Of the specification. */
  readonly section: string;
  /** In the words of the row of `docs/conformance.md`. */
  readonly rule: string;
  /** `stated` by the specification; `chosen`: it leaves it open, and the fake had to do something. */
  readonly basis: 'stated' | 'chosen';
  /** From which tier on. */
  readonly tier: Tier;
  /** What is asked. */
  readonly asks: string;
  check(run: Run): Finding | Promise<Finding>;
}

type Check = StatementRow['check'];

/** Makes rows of one tier: section, words, what is asked, and how it is checked. */
export function rowsOf(tier: Tier, basis: StatementRow['basis'] = 'stated') {
  return (section: string, rule: string, asks: string, check: Check): StatementRow => ({
    ...{ section, rule, basis, tier, asks, check },
  });
}
