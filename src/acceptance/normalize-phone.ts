import { LEAD_PHONE_MAX_CHARS } from '../contract/limits.ts';
import { type PhoneGrammar, READING_VALUES } from './readings.ts';

// Functions, so that the Unicode sets of these patterns are compiled on use and not at every start.

/**
 * Spaces, dashes, dots (also middle dots), parentheses, slashes, underscores, commas, quotes, and the
 * bidirectional marks of a number that was pasted from a contact list.
 */
const formatting = () => /[\s\p{Dash}.\u00b7\u0387()/\\_,\p{Quotation_Mark}\p{Bidi_Control}]/gu;

/** The scheme of a telephone link (RFC 3966). */
const scheme = () => /^[\s\p{Bidi_Control}]*tel:/iu;

/** Everything from the first letter, `#` or semicolon: an extension, a wait, or a word. */
const trailingWords = () => /[\p{L}#;].*$/su;

/** Everything from the first comma: a pause and an extension, if the number before it is complete. */
const TRAILING_PAUSE = /,.*$/su;

const NORTH_AMERICAN = /^\+?1?([0-9]{10})$/;

function strict(text: string): string | undefined {
  return NORTH_AMERICAN.exec(text.replace(scheme(), '').replace(formatting(), ''))?.[1];
}

function lenient(text: string): string | undefined {
  const number = text.normalize('NFKC').replace(scheme(), '').replace(trailingWords(), '');
  return strict(text) ?? strict(number) ?? strict(number.replace(TRAILING_PAUSE, ''));
}

function digits(text: string): string | undefined {
  return NORTH_AMERICAN.exec(text.replace(/[^0-9]/g, ''))?.[1];
}

const GRAMMARS: Readonly<Record<PhoneGrammar, (text: string) => string | undefined>> = {
  strict,
  lenient,
  digits,
};

/**
 * Normalises a phone number to the ten digits that are compared (spec §2.7), or returns `undefined` if
 * it is not a North American number.
 *
 * Area codes are not looked up: what a grammar leaves must only be ten digits `0-9`, or eleven that
 * start with 1.
 * - `strict` drops formatting: Unicode spaces, dashes, dots, parentheses, slashes, underscores,
 *   commas, quotes, bidirectional marks, and a leading `tel:` or `+`.
 * - `lenient` also accepts digits that NFKC turns into `0-9` (full-width ones) and drops a trailing
 *   extension or words.
 * - `digits` drops everything but the digits `0-9`.
 *
 * With any grammar, a string of more than 40 characters or a value that is not a string returns
 * `undefined`.
 *
 * @example
 * ```ts
 * normalizePhone('+1 (212) 555-0147'); // '2125550147'
 * normalizePhone('212-555-0147 x12'); // undefined
 * normalizePhone('212-555-0147 x12', 'lenient'); // '2125550147'
 * normalizePhone('Phone: 212-555-0147', 'digits'); // '2125550147'
 * ```
 */
export function normalizePhone(text: string, grammar: PhoneGrammar = 'strict'): string | undefined {
  if (typeof text !== 'string' || text.length > LEAD_PHONE_MAX_CHARS) return undefined;
  return GRAMMARS[grammar](text);
}

/**
 * Returns whether this phone number normalises under no reading of the service (spec §2.7), so that
 * sending it is pointless.
 */
export function isHopelessPhone(text: string): boolean {
  return READING_VALUES.phoneGrammar.every(
    (grammar) => normalizePhone(text, grammar) === undefined,
  );
}
