import { LEAD_PHONE_MAX_CHARS } from '../contract/limits.ts';
import type { PhoneGrammar } from './readings.ts';

/** Spaces, dashes, dots, parentheses, and the marks that a paste from a contact list brings along. */
const FORMATTING = /[\s\p{Dash}.()\p{Bidi_Control}]/gu;

/** From the first letter, `#`, comma or semicolon on: an extension, a pause to dial, or a word. */
const TRAILING_WORDS = /[\p{L}#,;].*$/su;

const NORTH_AMERICAN = /^\+?1?([0-9]{10})$/;

/**
 * Brings a phone number to the ten digits that are compared (spec §2.7), or gives `undefined` where
 * it is not a North American number.
 *
 * Only digits are counted: no area code is looked up. Both grammars drop Unicode spaces, dashes,
 * dots, parentheses, bidirectional marks and a leading `+`; what is left must be ten digits `0-9`, or
 * eleven that begin with 1. `strict` takes nothing else. `lenient` also takes digits that NFKC turns
 * into `0-9` (full-width ones) and drops a trailing extension or words. Neither takes a text of
 * more than 40 characters, nor what is no text.
 *
 * @example
 * ```ts
 * normalizePhone('+1 (212) 555-0147'); // '2125550147'
 * normalizePhone('212-555-0147 x12'); // undefined
 * normalizePhone('212-555-0147 x12', 'lenient'); // '2125550147'
 * ```
 */
export function normalizePhone(text: string, grammar: PhoneGrammar = 'strict'): string | undefined {
  if (typeof text !== 'string' || text.length > LEAD_PHONE_MAX_CHARS) return undefined;
  const number = grammar === 'strict' ? text : text.normalize('NFKC').replace(TRAILING_WORDS, '');
  return NORTH_AMERICAN.exec(number.replace(FORMATTING, ''))?.[1];
}
