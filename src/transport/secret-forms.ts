import { phoneReadings } from '../acceptance/normalize-phone.ts';

/** A shorter text is not a credential, and masking it would only garble messages. */
const SECRET_MIN_CHARS = 4;

/** How many digits a telephone number has, with or without a country code. */
const PHONE_DIGITS_MIN = 10;
const PHONE_DIGITS_MAX = 15;

/** A longer text, or one with more letters than "telephone", is not a phone number. */
const PHONE_MAX_CHARS = 60;
const PHONE_LETTERS_MAX = 9;

/**
 * What may come between two digits: signs and spaces, as they are, in a URL, or escaped in JSON.
 */
const BETWEEN = String.raw`(?:%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[a-z]|[^\p{L}\p{N}]){0,5}`;

/** The zeros of the scripts whose digits people type: Latin, Arabic, Persian, Devanagari, full width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10];

/** Returns the text as it is escaped in JSON. */
function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function formsOf(secret: string): string[] {
  // A URL cannot contain half of a surrogate pair, and encodeURIComponent throws on one.
  const escaped = encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
  const lower = escaped.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase());
  return [secret, escaped, lower, escaped.replaceAll('%20', '+'), asInJson(secret)];
}

function digitsOf(secret: string): string | undefined {
  if (secret.length > PHONE_MAX_CHARS) return undefined;
  if ((secret.match(/\p{L}/gu)?.length ?? 0) > PHONE_LETTERS_MAX) return undefined;
  const digits = secret.normalize('NFKC').replace(/\D/g, '');
  const fits = digits.length >= PHONE_DIGITS_MIN && digits.length <= PHONE_DIGITS_MAX;
  return fits ? digits : undefined;
}

/** Returns the digits without the optional country code. */
function nationalOf(digits: string): string {
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/**
 * Returns the numbers that a secret may be: what each reading of the service makes of it (spec §2.7),
 * such as a number without its extension, and all its digits.
 */
function phonesOf(secret: string): string[] {
  const digits = digitsOf(secret);
  return [...(digits === undefined ? [] : [nationalOf(digits)]), ...phoneReadings(secret)];
}

/**
 * Returns a pattern for every spelling of a number: digits in any script, with anything between
 * them, with or without a leading 1.
 */
function spellingOf(national: string): string {
  const one = (digit: string) =>
    `[${ZEROS.map((zero) => String.fromCodePoint(zero + Number(digit))).join('')}]`;
  return `(?:\\+?${one('1')}${BETWEEN})?${[...national].map(one).join(BETWEEN)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

const TYPED_DIGIT = new RegExp(
  `[${ZEROS.map((zero) => `${String.fromCodePoint(zero)}-${String.fromCodePoint(zero + 9)}`).join('')}]`,
  'gu',
);

/** Returns a digit of any of the scripts as a Latin digit. */
function latinOf(digit: string): string {
  const code = digit.charCodeAt(0);
  return `${code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code)}`;
}

/**
 * Returns whether `typed` has the digits in order, with anything in between, as every spelling of
 * them does.
 */
function areInOrder(digits: string, typed: readonly string[]): boolean {
  let found = 0;
  for (const digit of typed) if (latinOf(digit) === digits[found]) found += 1;
  return found === digits.length;
}

/**
 * Finds each of `secrets` in a text, in every form in which a service, a URL or a log may show it.
 * The longest comes first, because one may contain another. Most texts hold none; this is checked
 * before the pattern is made, which costs more than the rest of an error.
 */
export class SecretFinder {
  readonly #forms: readonly string[];
  readonly #phones: readonly string[];
  #pattern: RegExp | undefined;

  constructor(secrets: readonly string[]) {
    this.#forms = [...new Set(secrets.flatMap(formsOf))]
      .filter((form) => form.length >= SECRET_MIN_CHARS)
      .sort((a, b) => b.length - a.length);
    this.#phones = [...new Set(secrets.flatMap(phonesOf))].sort((a, b) => b.length - a.length);
  }

  /** Returns the text with each secret replaced. */
  replaceIn(text: string, mask: string): string {
    if (!this.#mayHoldOne(text)) return text;
    this.#pattern ??= new RegExp(
      [...this.#forms.map(escaped), ...this.#phones.map(spellingOf)].join('|'),
      'gu',
    );
    return text.replace(this.#pattern, mask);
  }

  #mayHoldOne(text: string): boolean {
    if (this.#forms.some((form) => text.includes(form))) return true;
    if (this.#phones.length === 0) return false;
    const typed = text.match(TYPED_DIGIT) ?? [];
    return this.#phones.some((digits) => areInOrder(digits, typed));
  }
}
