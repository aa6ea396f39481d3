import { normalizePhone } from '../../../src/acceptance/normalize-phone.ts';
import { decodedForms } from './decoded-forms.ts';
import { splitPhone } from './split-phone.ts';

/** More than 16 KB of custom data (spec §2.2) can contain. */
const NODES_MAX = 10_000;
const TEXT_MAX_CHARS = 20_000;

/** What may stand between two digits. A letter or another digit does not. */
const BETWEEN = String.raw`[^\p{L}\p{N}]{0,5}`;

/**
 * The digits in order, with formatting between any two and no adjacent digit. Before them, the number
 * of the country, and the prefix to dial it from abroad.
 */
export function patternOf(tenDigits: string): RegExp {
  const country = `((?:(?:00|011)${BETWEEN})?1${BETWEEN})?`;
  const digits = [...tenDigits].join(BETWEEN);
  return new RegExp(String.raw`(?<!\p{N})${country}(${digits})(?!\p{N})`, 'gu');
}

/**
 * A plus, or the prefix to dial abroad, and perhaps the number of another country. In a query, a plus
 * behind a word is a space.
 */
const ABROAD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\+|00|011)${BETWEEN}(?:\p{N}{1,3}[^\p{L}\p{N}]{1,5})?$`,
  'u',
);
const ABROAD_MAX_CHARS = 30;

function isInText(text: string, tenDigits: string, pattern: RegExp): boolean {
  return [...text.matchAll(pattern)].some(({ 1: country, 2: digits = '', index }) => {
    const before = text.slice(Math.max(0, index - ABROAD_MAX_CHARS), index);
    const isAbroad = [...decodedForms(before)].some((form) => ABROAD.test(form));
    if (country === undefined && isAbroad) return false;
    // A spreadsheet's 212555014.0 is not the number that ends in that zero.
    const plain = digits.replace(/[^0-9]+/g, (sign) => (/^[.,]$/.test(sign) ? sign : ' '));
    return normalizePhone(plain) === tenDigits;
  });
}

function isIn(value: unknown, tenDigits: string, pattern: RegExp): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value).slice(0, TEXT_MAX_CHARS);
  if (!/[\p{N}%&\\]/u.test(text)) return false;
  return [...decodedForms(text)].some((form) => isInText(form, tenDigits, pattern));
}

/**
 * Returns the dotted path of the first place where a value of any shape contains a phone number, in
 * any spelling, as a name or a value, or `undefined`. `a+b` are two fields that hold its parts.
 */
export function phoneIn(value: unknown, tenDigits: string, path: string): string | undefined {
  const pattern = patternOf(tenDigits);
  const open: [string, unknown][] = [[path, value]];
  for (let seen = 0; open.length > 0 && seen < NODES_MAX; seen += 1) {
    const [at = '', node] = open.shift() ?? [];
    if (isIn(node, tenDigits, pattern)) return at;
    if (typeof node !== 'object' || node === null) continue;
    const isList = Array.isArray(node);
    const parts = splitPhone(node, tenDigits);
    if (parts !== undefined) return isList ? at : `${at}.${parts.join('+')}`;
    for (const [name, member] of Object.entries(node)) {
      if (!isList && isIn(name, tenDigits, pattern)) return `${at}.${name}`;
      open.push([isList ? at : `${at}.${name}`, member]);
    }
  }
  return undefined;
}
