import { normalizePhone } from '../../../src/acceptance/normalize-phone.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** Deeper than this, data is a mistake: what is inside is left out. */
const DEPTH_MAX = 100;
/** Numbers of eight digits: no phone number has so few. */
const NUMBERS_FROM = 10_000_000;
/** Area codes of the form N9X are kept for an expansion of the plan: no one has such a number. */
const AREAS = 80;

const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/;
const IP_V4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IP_V6 = /^[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:%\w+)?$/i;
/** A name that a program gave to a member, and not data. */
const MEMBER = /^[A-Za-z_$][\w$.-]{0,39}$/;

/** Returns ten digits that are no one's number. */
export function phoneFor(pseudonyms: Pseudonyms, tenDigits: string): string {
  const index = pseudonyms.of('phone', tenDigits) - 1;
  const area = index % AREAS;
  const line = Math.floor(index / AREAS) % 10_000;
  return `${2 + Math.floor(area / 10)}9${area % 10}555${String(line).padStart(4, '0')}`;
}

/** Writes ten digits in place of the last ten of a spelling, which keeps its form. */
export function inSpelling(spelling: string, tenDigits: string): string {
  let left = spelling.replace(/\D/g, '').length;
  return spelling.replace(/\d/g, (digit) => {
    left -= 1;
    return left >= 10 ? digit : (tenDigits[9 - left] ?? digit);
  });
}

/** Returns a text that stands for this one. */
export const textFor = (pseudonyms: Pseudonyms, value: string): string =>
  `text${pseudonyms.of('value', value)}`;

/** Returns an address of a range that is only for documentation or measurements. */
export function ipFor(pseudonyms: Pseudonyms, ip: string): string {
  const number = pseudonyms.of('ip', ip);
  if (!IP_V4.test(ip)) return `2001:db8::${number.toString(16)}`;
  return `198.${18 + (Math.floor(number / 65_536) % 2)}.${Math.floor(number / 256) % 256}.${number % 256}`;
}

function stringFor(pseudonyms: Pseudonyms, value: string): string {
  if (value.trim() === '') return value;
  const phone = normalizePhone(value);
  if (phone !== undefined) return inSpelling(value, phoneFor(pseudonyms, phone));
  if (IP_V4.test(value) || IP_V6.test(value)) return ipFor(pseudonyms, value);
  const number = pseudonyms.of('value', value);
  if (NUMBER.test(value)) return String(NUMBERS_FROM + number);
  return /^\S+@\S+$/.test(value) ? `person${number}@mail.example` : `text${number}`;
}

/** A number and the text that says the same are one value to the service's filter. */
const numberFor = (pseudonyms: Pseudonyms, value: number): number =>
  Number(stringFor(pseudonyms, String(value)).replace(/\D/g, ''));

/** Keeps the name of a member, unless it is data: a program's own names are not. */
function nameFor(pseudonyms: Pseudonyms, name: string): string {
  return MEMBER.test(name) && !/\d{5}/.test(name) ? name : textFor(pseudonyms, name);
}

/** Replaces every text and number in a JSON value. Its form, its flags and its nulls stay. */
export function replaceValue(pseudonyms: Pseudonyms, value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return stringFor(pseudonyms, value);
  if (typeof value === 'number') return numberFor(pseudonyms, value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.map((each) => replaceValue(pseudonyms, each, depth + 1));
  const members = Object.entries(value).map(
    ([name, each]) => [name, replaceValue(pseudonyms, each, depth + 1)] as const,
  );
  return Object.fromEntries(members.map(([name, each]) => [nameFor(pseudonyms, name), each]));
}
