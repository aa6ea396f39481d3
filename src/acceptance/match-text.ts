import type { TextMatch } from '../contract/text-rules.ts';
import { phraseFinder } from './phrase-finder.ts';
import type { AcceptanceReadings } from './readings.ts';

/**
 * Normalises disclosure language and phrases for comparison (spec §2.7): Unicode-normalised, runs of
 * white space collapsed to one space, trimmed, lower case. Punctuation stays, so a curly apostrophe
 * differs from a straight one.
 */
export function normalizeText(text: string, form: AcceptanceReadings['unicodeForm']): string {
  return text.normalize(form).replace(/\s+/gu, ' ').trim().toLowerCase();
}

/**
 * Returns a function that tests whether any of `phrases` matches a text (spec §2.7). The phrases are
 * normalised here, once. The text must already be normalised with `normalizeText`, so that each
 * disclosure is normalised only once for all rules.
 */
export function textMatcher(
  phrases: readonly string[],
  match: TextMatch,
  form: AcceptanceReadings['unicodeForm'],
): (normalizedText: string) => boolean {
  const wanted = phrases.map((phrase) => normalizeText(phrase, form));
  if (match === 'exact') return (text) => wanted.includes(text);
  const finders = wanted.map(phraseFinder);
  return (text) => finders.some((isIn) => isIn(text));
}
