import type { KnownAcceptanceFailureCode } from '../contract/acceptance-failure.ts';
import type { ConsentFacts } from './consent-facts.ts';

/** One requested check of `disclosure`. */
export interface DisclosureRule {
  readonly ruleId: string;
  /** What it reports on a record that has no derived consent facts (spec §7.1). */
  readonly withoutFacts: KnownAcceptanceFailureCode;
  /** The code of its failure, or `undefined` where it is met. */
  judge(facts: ConsentFacts): KnownAcceptanceFailureCode | undefined;
}
