import type { TextMatch } from '../contract/text-rules.ts';
import { phraseFinder } from './phrase-finder.ts';
import type { AcceptanceReadings } from './readings.ts';

/** The readings on which the normal form of a text depends. */
export type TextReadings = Pick<AcceptanceReadings, 'unicodeForm' | 'finalSigma'>;

/**
 * Normalises disclosure language and phrases for comparison (spec §2.7): Unicode-normalised, runs of
 * white space collapsed to one space, trimmed, lower case. Punctuation stays, so a curly apostrophe
 * differs from a straight one.
 */
export function normalizeText(text: string, { unicodeForm, finalSigma }: TextReadings): string {
  const spaced = text.normalize(unicodeForm).replace(/\s+/gu, ' ').trim();
  return (finalSigma === 'plain' ? spaced.replaceAll('Σ', 'σ') : spaced).toLowerCase();
}

/**
 * Returns a function that tests whether any of `phrases` matches a text (spec §2.7). The phrases are
 * normalised here, once. The text must already be normalised with `normalizeText`, so that each
 * disclosure is normalised only once for all rules.
 */
export function textMatcher(
  phrases: readonly string[],
  match: TextMatch,
  readings: TextReadings,
): (normalizedText: string) => boolean {
  const wanted = phrases.map((phrase) => normalizeText(phrase, readings));
  if (match === 'exact') return (text) => wanted.includes(text);
  const finders = wanted.map(phraseFinder);
  return (text) => finders.some((isIn) => isIn(text));
}
