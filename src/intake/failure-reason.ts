import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import { refusalWords } from '../decision/seller-words.ts';
import type { RefusalReason } from './decision.ts';

/** One unmet rule as a reason: our words name the rule, the seller's do not. */
export function failureReason(failure: AcceptanceFailure): RefusalReason {
  const { ruleId, status, code } = failure;
  const message = `${ruleId}: ${code} (${status})`;
  return { code, message, sellerMessage: refusalWords([failure]) };
}
