import { normalizePhone } from '../../acceptance/normalize-phone.ts';
import { digestOf } from '../digest.ts';
import { entriesOf, isMembers, type Members, textOf } from '../stranger-data.ts';

/** A term is this many bytes of a digest: an exact integer of JavaScript. What it finds is looked at. */
const TERM_BYTES = 6;
/** A record of more terms has the term `MORE` instead of the rest, and is always looked at. */
const TERMS_MAX = 500;

const termOf = (...words: readonly string[]): number =>
  Number.parseInt(
    digestOf(new TextEncoder().encode(JSON.stringify(words))).slice(0, 2 * TERM_BYTES),
    16,
  );

/** The term of a number: ten digits, in `autoMetadata.phones`, or under a key of `customMetadata`. */
export const phoneTerm = (digits: string, key?: string): number =>
  key === undefined ? termOf('phone', digits) : termOf('phone', digits, key);

/** The term of a value under a key of `customMetadata`. */
export const valueTerm = (key: string, value: string): number => termOf('value', key, value);

/** The term of records that have more terms than are kept. */
export const MORE = termOf('more');

/** The digits of a value that is a number, in any usual spelling. */
export const digitsOf = (value: unknown): string | undefined =>
  normalizePhone(typeof value === 'number' ? String(value) : (value as string));

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** Returns the terms by which a record can be found. */
export function termsOf(cdr: Members): readonly number[] {
  const terms = new Set<number>();
  for (const value of entriesOf(membersOf(cdr['autoMetadata'])['phones'])) {
    const digits = digitsOf(value);
    if (digits !== undefined) terms.add(phoneTerm(digits));
  }
  for (const [key, member] of Object.entries(membersOf(cdr['customMetadata']))) {
    for (const value of entriesOf(member)) {
      if (terms.size >= TERMS_MAX) return [...terms, MORE];
      terms.add(valueTerm(key, textOf(value)));
      const digits = digitsOf(value);
      if (digits !== undefined) terms.add(phoneTerm(digits, key));
    }
  }
  return [...terms];
}

/** Whether a record has the number, and where: `phones`, or the first of the keys that has it. */
export function phoneKeyOf(
  cdr: Members,
  digits: string,
  keys: readonly string[],
): string | undefined {
  const has = (value: unknown) => entriesOf(value).some((each) => digitsOf(each) === digits);
  if (has(membersOf(cdr['autoMetadata'])['phones'])) return 'phones';
  const custom = membersOf(cdr['customMetadata']);
  return keys.find((key) => Object.hasOwn(custom, key) && has(custom[key]));
}

/** Whether a record has these values. */
export function hasValues(cdr: Members, values: Readonly<Record<string, string>>): boolean {
  const custom = membersOf(cdr['customMetadata']);
  return Object.entries(values).every(
    ([key, value]) =>
      Object.hasOwn(custom, key) && entriesOf(custom[key]).some((each) => textOf(each) === value),
  );
}

/** Terms as the bytes of a row, and back. */
export function packTerms(terms: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(terms.length * TERM_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [at, term] of terms.entries()) {
    view.setUint16(at * TERM_BYTES, Math.floor(term / 2 ** 32));
    view.setUint32(at * TERM_BYTES + 2, term % 2 ** 32);
  }
  return bytes;
}

export function unpackTerms(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(
    { length: bytes.byteLength / TERM_BYTES },
    (_, at) => view.getUint16(at * TERM_BYTES) * 2 ** 32 + view.getUint32(at * TERM_BYTES + 2),
  );
}
