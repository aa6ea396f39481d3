import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import { refusalWords } from '../decision/seller-words.ts';
import type { RefusalReason } from './decision.ts';

/** Turns an unmet rule into a reason. Our message names the rule; the seller's does not. */
export function failureReason(failure: AcceptanceFailure): RefusalReason {
  const { ruleId, status, code } = failure;
  const message = `${ruleId}: ${code} (${status})`;
  return { code, message, sellerMessage: refusalWords([failure]) };
}
