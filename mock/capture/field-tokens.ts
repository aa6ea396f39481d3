import { rememberAnswers } from '../ground/lru-cache.ts';
import type { CapturedField } from './capture-input.ts';

/** The pages of one form name their fields alike, so the words are remembered. */
const tokensOf = rememberAnswers((name): readonly string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((token) => token.replace(/\d+$/, ''))
    .filter((token) => token !== ''),
);

/**
 * The words of a field's name, lower-case and without accents: `lead[phoneNumber]`, `phone_number`
 * and `phone-number` all hold `phone` and `number`. Digits at a word's end are dropped (`phone2`).
 */
export function nameTokensOf(field: CapturedField): readonly string[] {
  return tokensOf(field.name);
}

/** The words of a field's `autocomplete`, as `section-a`, `billing`, `tel`. */
export function autocompleteTokensOf(field: CapturedField): string[] {
  return (field.autocomplete ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}
