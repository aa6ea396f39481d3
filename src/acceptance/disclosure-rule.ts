import type { KnownAcceptanceFailureCode } from '../contract/acceptance-codes.ts';
import type { ConsentFacts } from './consent-facts.ts';

/** One requested check of `disclosure`. */
export interface DisclosureRule {
  readonly ruleId: string;
  /** The code of its failure for a record without derived consent facts (spec §7.1). */
  readonly withoutFacts: KnownAcceptanceFailureCode;
  /** Returns the code of its failure, or `undefined` if it is met. */
  judge(facts: ConsentFacts): KnownAcceptanceFailureCode | undefined;
}
