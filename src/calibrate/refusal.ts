import type { AcceptanceCriteria, DisclosureCriteria } from '../contract/acceptance.ts';

/** The rule that refuses a receive. */
export const REFUSAL_RULE = 'calibrate.refuse';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const PHRASE_LETTERS = 32;

/** A phrase that no page holds: 32 letters drawn for this run, 150 bits. */
export function newPhrase(random: () => number): string {
  const letters = Array.from({ length: PHRASE_LETTERS }, () => LETTERS[Math.floor(random() * 26)]);
  return letters.join('');
}

type Parts = Omit<AcceptanceCriteria, 'schemaVersion' | 'disclosure'> & {
  readonly disclosure?: DisclosureCriteria;
};

/** Criteria that no record can meet: what is asked beside is told by the same refusal (spec §7.1). */
export function refusingCriteria(phrase: string, parts: Parts = {}): AcceptanceCriteria {
  const { disclosure = {}, ...rest } = parts;
  const refusal = { ruleId: REFUSAL_RULE, anyOf: [phrase] };
  return {
    schemaVersion: 1,
    ...rest,
    disclosure: { ...disclosure, requiredText: [refusal, ...(disclosure.requiredText ?? [])] },
  };
}
