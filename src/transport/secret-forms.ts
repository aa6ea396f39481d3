/** Below this length a text is no credential, and masking it would only garble messages. */
const SECRET_MIN_CHARS = 4;

/** The digits of a telephone number, with a country code or without. */
const PHONE_DIGITS_MIN = 10;
const PHONE_DIGITS_MAX = 15;

/** A longer text, or one with more letters than "telephone", is no phone number. */
const PHONE_MAX_CHARS = 60;
const PHONE_LETTERS_MAX = 9;

/** What stands between two digits: signs and spaces, as they are, in a URL, or escaped in JSON. */
const BETWEEN = String.raw`(?:%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[a-z]|[^\p{L}\p{N}]){0,5}`;

/** The zeros of the scripts whose digits people type: Latin, Arabic, Persian, Devanagari, full width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10];

/** What a text holds looks otherwise in JSON where it is escaped there. */
function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function formsOf(secret: string): string[] {
  const escaped = encodeURIComponent(secret);
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

/** The digits without the country code that may be left out. */
function nationalOf(digits: string): string {
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Every spelling of a number: the digits in any script, whatever stands between them, a leading 1 or none. */
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

/** A digit of any of the scripts as Latin writes it. */
function latinOf(digit: string): string {
  const code = digit.charCodeAt(0);
  return `${code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code)}`;
}

/** Whether `typed` has the digits in their order, whatever is between: each spelling of them does. */
function areInOrder(digits: string, typed: readonly string[]): boolean {
  let found = 0;
  for (const digit of typed) if (latinOf(digit) === digits[found]) found += 1;
  return found === digits.length;
}

/**
 * Finds each of `secrets` in a text, in every form in which a service, a URL or a log may show it:
 * the longest first, for one may contain another. Most texts hold none, which is seen before the
 * pattern is made: it costs more than the rest of an error.
 */
export class SecretFinder {
  readonly #forms: readonly string[];
  readonly #phones: readonly string[];
  #pattern: RegExp | undefined;

  constructor(secrets: readonly string[]) {
    this.#forms = [...new Set(secrets.flatMap(formsOf))]
      .filter((form) => form.length >= SECRET_MIN_CHARS)
      .sort((a, b) => b.length - a.length);
    const phones = secrets.map(digitsOf).filter((digits) => digits !== undefined);
    this.#phones = [...new Set(phones.map(nationalOf))];
  }

  /** The text with each secret replaced. */
  replaceIn(text: string, mask: string): string {
    if (!this.#mayHoldOne(text)) return text;
    const patterns = [...this.#forms.map(escaped), ...this.#phones.map(spellingOf)];
    this.#pattern ??= new RegExp(patterns.join('|'), 'gu');
    return text.replace(this.#pattern, mask);
  }

  #mayHoldOne(text: string): boolean {
    if (this.#forms.some((form) => text.includes(form))) return true;
    if (this.#phones.length === 0) return false;
    const typed = text.match(TYPED_DIGIT) ?? [];
    return this.#phones.some((digits) => areInOrder(digits, typed));
  }
}
