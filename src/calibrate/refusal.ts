import type { AcceptanceCriteria, DisclosureCriteria } from '../contract/acceptance.ts';

/** The name of the rule that refuses a receive. */
export const REFUSAL_RULE = 'calibrate.refuse';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const PHRASE_LETTERS = 32;

/** Generates a phrase that no page contains: 32 random letters for each run, 150 bits. */
export function newPhrase(random: () => number): string {
  const letters = Array.from({ length: PHRASE_LETTERS }, () => LETTERS[Math.floor(random() * 26)]);
  return letters.join('');
}

type Parts = Omit<AcceptanceCriteria, 'schemaVersion' | 'disclosure'> & {
  readonly disclosure?: DisclosureCriteria;
};

/** Returns criteria that no record can meet. The refusal also lists unmet `parts` (spec §7.1). */
export function refusingCriteria(phrase: string, parts: Parts = {}): AcceptanceCriteria {
  const { disclosure = {}, ...rest } = parts;
  const refusal = { ruleId: REFUSAL_RULE, anyOf: [phrase] };
  return {
    schemaVersion: 1,
    ...rest,
    disclosure: { ...disclosure, requiredText: [refusal, ...(disclosure.requiredText ?? [])] },
  };
}
