import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import { refusalWords } from '../decision/seller-words.ts';
import type { RefusalReason } from './decision.ts';

/** Longer than any rule's identifier (spec §2.7) or code: a reply may say any text. */
const TEXT_MAX_CHARS = 200;

/** Turns an unmet rule into a reason. Our message names the rule; the seller's does not. */
export function failureReason(failure: AcceptanceFailure): RefusalReason {
  const short = (text: string): string => text.slice(0, TEXT_MAX_CHARS);
  const code = short(failure.code);
  const message = short(`${failure.ruleId}: ${code} (${failure.status})`);
  return { code, message, sellerMessage: refusalWords([failure]) };
}
