import {
  ACCEPTANCE_FAILURE_STATUS,
  type KnownAcceptanceFailureCode,
} from '../contract/acceptance-codes.ts';
import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';

/** A requested check that cannot be decided from the arguments. */
export interface UndecidableRule {
  /** The dotted name of the built-in check, or the text rule's own `ruleId`. */
  ruleId: string;
  /** What is missing, in words. */
  why: string;
}

/** The result of evaluating acceptance criteria on one record (spec §4.6 rule 5, §7.1). */
export interface AcceptanceVerdict {
  /**
   * `rejected`: at least one check is unmet. `undecidable`: none is known to be unmet, and at least
   * one cannot be judged here. `accepted`: every requested check is met.
   */
  outcome: 'accepted' | 'rejected' | 'undecidable';
  /** Every unmet check: first of `record`, then of `disclosure`, then of `leadMatch`. */
  failures: AcceptanceFailure[];
  /** Every check that cannot be judged here, in the same order. */
  undecidable: UndecidableRule[];
}

/** Returns an unmet check with the status of its code (spec §7.1). */
export function failureOf(ruleId: string, code: KnownAcceptanceFailureCode): AcceptanceFailure {
  return { ruleId, status: ACCEPTANCE_FAILURE_STATUS[code], code };
}

/** Combines the findings of all parts of the criteria. */
export function verdictOf(
  findings: readonly (AcceptanceFailure | UndecidableRule)[],
): AcceptanceVerdict {
  const failures: AcceptanceFailure[] = [];
  const undecidable: UndecidableRule[] = [];
  for (const finding of findings) {
    if ('why' in finding) undecidable.push(finding);
    else failures.push(finding);
  }
  if (failures.length > 0) return { outcome: 'rejected', failures, undecidable };
  return { outcome: undecidable.length > 0 ? 'undecidable' : 'accepted', failures, undecidable };
}
