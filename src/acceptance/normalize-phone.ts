import { LEAD_PHONE_MAX_CHARS } from '../contract/limits.ts';
import { type PhoneGrammar, READING_VALUES } from './readings.ts';

// These patterns are made with the first number: their sets of characters would hold up every start.

/**
 * Spaces, dashes, dots (the middle ones too), parentheses, slashes, underscores, commas, quotes, and
 * the marks that a paste from a contact list brings along.
 */
const formatting = () => /[\s\p{Dash}.\u00b7\u0387()/\\_,\p{Quotation_Mark}\p{Bidi_Control}]/gu;

/** The scheme of a link to a number (RFC 3966). */
const scheme = () => /^[\s\p{Bidi_Control}]*tel:/iu;

/** From the first letter, `#` or semicolon on: an extension, a wait, or a word. */
const trailingWords = () => /[\p{L}#;].*$/su;

/** From the first comma on: where the number is whole before it, a pause to dial and an extension. */
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
 * Brings a phone number to the ten digits that are compared (spec §2.7), or gives `undefined` where
 * it is not a North American number.
 *
 * Only digits are counted: no area code is looked up. What a grammar leaves must be ten digits `0-9`,
 * or eleven that begin with 1.
 * - `strict` drops formatting: Unicode spaces, dashes, dots, parentheses, slashes, underscores,
 *   commas, quotes, bidirectional marks, and a leading `tel:` or `+`.
 * - `lenient` also takes digits that NFKC turns into `0-9` (full-width ones) and drops a trailing
 *   extension or words.
 * - `digits` drops all that is no digit `0-9`.
 *
 * None takes a text of more than 40 characters, nor what is no text.
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
 * Tells whether no reading of the service would normalise this phone number (spec §2.7), so that
 * nothing is gained by sending it.
 */
export function isHopelessPhone(text: string): boolean {
  return READING_VALUES.phoneGrammar.every(
    (grammar) => normalizePhone(text, grammar) === undefined,
  );
}
