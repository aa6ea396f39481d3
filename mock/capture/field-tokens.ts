import { rememberAnswers } from '../ground/lru-cache.ts';
import type { CapturedField } from './capture-input.ts';

/** Cached, because the pages of one form use the same field names. */
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
 * Returns the words of a field's name, in lower case and without accents: `lead[phoneNumber]`,
 * `phone_number` and `phone-number` all contain `phone` and `number`. Digits at a word's end are
 * dropped (`phone2`).
 */
export function nameTokensOf(field: CapturedField): readonly string[] {
  return tokensOf(field.name);
}

/** Returns the words of a field's `autocomplete`, such as `section-a`, `billing` or `tel`. */
export function autocompleteTokensOf(field: CapturedField): string[] {
  return (field.autocomplete ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}
