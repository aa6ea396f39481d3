import type { TextMatch } from '../contract/text-rules.ts';
import { phraseFinder } from './phrase-finder.ts';
import type { AcceptanceReadings } from './readings.ts';

/**
 * The form in which disclosure language and phrases are compared (spec §2.7): Unicode-normalised,
 * runs of white space collapsed to one space, trimmed, lower case. Other punctuation stays, so a
 * curly apostrophe differs from a straight one.
 */
export function normalizeText(text: string, form: AcceptanceReadings['unicodeForm']): string {
  return text.normalize(form).replace(/\s+/gu, ' ').trim().toLowerCase();
}

/**
 * Gives a function that tells whether any of `phrases` matches a text (spec §2.7). The phrases are
 * normalised here, once; the text handed to that function must be `normalizeText`'s already, so that
 * one disclosure is normalised once for all rules.
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
