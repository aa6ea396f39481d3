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

/** What may enclose a number, such as the quotes of a CSV cell. */
const enclosing = () =>
  /^[\s\p{Quotation_Mark}\p{Bidi_Control}]+|[\s\p{Quotation_Mark}\p{Bidi_Control}]+$/gu;

/**
 * A number as a spreadsheet shows it, with decimals: `212555014.0` has nine digits and is nobody's. A
 * last group of four digits or more is that of a phone number.
 */
const DECIMALS =
  /^(?:\d+|\d{1,3}([,.\s'’])\d{2,3}(?:\1\d{2,3})*(?!\1))[.,·]\d{1,3}$|\d[.,·]0{1,3}$/u;

/** The prefix of a call abroad, as a group of its own: another country's number follows. */
const ABROAD = /^\W*00\D/u;

/** Everything from the first letter, `#` or semicolon: an extension, a wait, or a word. */
const trailingWords = () => /[\p{L}#;].*$/su;

/** Everything from the first comma: a pause and an extension, if the number before it is complete. */
const TRAILING_PAUSE = /,.*$/su;

/** The rest of a spreadsheet's number, and not an extension. */
const EXPONENT = /^E[+-]?\d+\s*$/iu;

/** With as many digits, what follows a number is another one, and not an extension. */
const LOCAL_DIGITS = 7;

/** A plus is only dropped before the 1 of North America. */
const NORTH_AMERICAN = /^(?:\+(?=1))?1?([0-9]{10})$/;

function strict(text: string): string | undefined {
  const number = text.replace(scheme(), '').replace(enclosing(), '');
  if (DECIMALS.test(number) || ABROAD.test(number)) return undefined;
  return NORTH_AMERICAN.exec(number.replace(formatting(), ''))?.[1];
}

/** Reads the number without what `trail` finds behind it, unless that is more than an extension. */
function without(trail: RegExp, text: string): string | undefined {
  const [behind = ''] = trail.exec(text) ?? [];
  const isMore = EXPONENT.test(behind) || behind.replace(/\D/g, '').length >= LOCAL_DIGITS;
  return isMore ? undefined : strict(text.slice(0, text.length - behind.length));
}

function lenient(text: string): string | undefined {
  const number = text.normalize('NFKC').replace(scheme(), '');
  return strict(text) ?? without(trailingWords(), number) ?? without(TRAILING_PAUSE, number);
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
 *   commas, quotes, bidirectional marks, a leading `tel:`, and a leading `+` before a 1. Two numbers,
 *   another country's, or one with decimals or an exponent, as a spreadsheet shows it, are none. Use
 *   it to tell whether two numbers are the same person's.
 * - `lenient` also accepts digits that NFKC turns into `0-9` (full-width ones) and drops a trailing
 *   extension or words, but not a second number.
 * - `digits` drops everything but the digits `0-9`. It takes `+65 6123 4567` for (656) 123-4567, as a
 *   service with this reading would; `shares.receive` never sends such a number.
 *
 * With any grammar, a string of more than 40 characters or a value that is not a string returns
 * `undefined`.
 *
 * @example
 * ```ts
 * normalizePhone('+1 (212) 555-0147'); // '2125550147'
 * normalizePhone('+65 6123 4567'); // undefined
 * normalizePhone('212-555-0147 x12'); // undefined
 * normalizePhone('212-555-0147 x12', 'lenient'); // '2125550147'
 * normalizePhone('Phone: 212-555-0147', 'digits'); // '2125550147'
 * ```
 */
export function normalizePhone(text: string, grammar: PhoneGrammar = 'strict'): string | undefined {
  if (typeof text !== 'string' || text.length > LEAD_PHONE_MAX_CHARS) return undefined;
  return GRAMMARS[grammar](text);
}

/** Returns what each reading of the service makes of a phone number (spec §2.7), without duplicates. */
export function phoneReadings(text: string): string[] {
  const read = READING_VALUES.phoneGrammar.map((grammar) => normalizePhone(text, grammar));
  return [...new Set(read.filter((digits) => digits !== undefined))];
}

/** A plus before a digit other than 1: the code of another country. */
const foreign = () => /\+[^\p{L}\p{N}]*(?!1)\p{N}/u;

/** Returns whether a text has the code of another country than the North American ones. */
export function isForeign(text: string): boolean {
  return foreign().test(text.normalize('NFKC'));
}

/**
 * Returns whether sending this phone number is pointless, or could take one person for another: no
 * reading of the service takes it (spec §2.7), or it is another country's.
 */
export function isHopelessPhone(text: string): boolean {
  return isForeign(text) || phoneReadings(text).length === 0;
}
