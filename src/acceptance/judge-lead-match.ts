import type { LeadMatchCriteria } from '../contract/acceptance.ts';
import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import { normalizePhone } from './normalize-phone.ts';
import type { PhoneGrammar } from './readings.ts';
import { failureOf, type UndecidableRule } from './verdict.ts';

/**
 * Returns whether the record's phone form fields contained this number, which is passed as ten digits.
 * `undefined`: the record has no phone data.
 */
export type HasPhone = (tenDigits: string) => boolean | undefined;

const RULE_ID = 'leadMatch.phone';

function answerOf(hasPhone: HasPhone, tenDigits: string): boolean | undefined {
  const answer: unknown = hasPhone(tenDigits);
  if (answer === undefined || typeof answer === 'boolean') return answer;
  // A promise is truthy and would count as a match.
  throw invalidInput('hasPhone', 'must return true, false or undefined, not a promise');
}

/**
 * Evaluates `leadMatch` (spec §2.7). The number itself appears in no finding and no error.
 *
 * @throws InvalidInputError at `leadMatch.phone` if the number does not normalise.
 */
export function judgeLeadMatch(
  criteria: LeadMatchCriteria,
  hasPhone: HasPhone | undefined,
  grammar: PhoneGrammar,
): (AcceptanceFailure | UndecidableRule)[] {
  const tenDigits = normalizePhone(criteria.phone, grammar);
  if (tenDigits === undefined) {
    throw invalidInput(
      RULE_ID,
      'expected a North American number: ten digits, or eleven starting with 1',
    );
  }
  if (hasPhone === undefined) {
    const why =
      'the hashes that the service compares the number with cannot be read; autoMetadata.phones ' +
      'is no substitute, because it also holds numbers from the page’s text';
    return [{ ruleId: RULE_ID, why }];
  }
  const found = answerOf(hasPhone, tenDigits);
  if (found === undefined) return [failureOf(RULE_ID, 'LEAD_PHONE_MATCH_UNAVAILABLE')];
  return found ? [] : [failureOf(RULE_ID, 'LEAD_PHONE_NOT_MATCHED')];
}
