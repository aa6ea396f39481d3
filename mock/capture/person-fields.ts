import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import { AUTO_METADATA_NAMES_MAX } from '../../src/contract/limits.ts';
import { rememberAnswers } from '../ground/lru-cache.ts';
import type { CapturedField } from './capture-input.ts';
import { collapseWhiteSpace } from './page-text.ts';

/** Cached, because the pages of one form use the same field names. */
const tokensOf = rememberAnswers((name): readonly string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((token) => token.replace(/\d+$/, ''))
    .filter((token) => token !== ''),
);

/**
 * Returns the words of a field's name, in lower case and without accents: `lead[phoneNumber]`,
 * `phone_number` and `phone-number` all contain `phone` and `number`. Digits at a word's end are
 * dropped (`phone2`).
 */
export function nameTokensOf(field: CapturedField): readonly string[] {
  return tokensOf(field.name);
}

/** Returns the words of a field's `autocomplete`, such as `section-a`, `billing` or `tel`. */
export function autocompleteTokensOf(field: CapturedField): string[] {
  return (field.autocomplete ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** The two kinds of name that `autoMetadata` tells apart (spec §2.3). */
export type NameKind = 'first' | 'last';

const AUTOCOMPLETE: Readonly<Record<NameKind, string>> = {
  first: 'given-name',
  last: 'family-name',
};

/** Patterns for the words of a field's name, joined without separators. */
const FIELD_NAME: Readonly<Record<NameKind, RegExp>> = {
  first: /(?:first|given|fore)name|^fname$|^nombres?$/,
  last: /(?:last|family|sur)name|^lname$|^apellidos?$/,
};

function isNameField(field: CapturedField, kind: NameKind): boolean {
  return (
    autocompleteTokensOf(field).includes(AUTOCOMPLETE[kind]) ||
    FIELD_NAME[kind].test(nameTokensOf(field).join(''))
  );
}

/**
 * Returns the first five different names in identified fields, sorted by code units (spec §2.3). A
 * field for the whole name is neither kind. Which fields are identified is the fake's reading.
 */
export function namesOf(fields: readonly CapturedField[], kind: NameKind): string[] {
  const names = fields
    .filter((field) => isNameField(field, kind))
    .map(({ value }) => collapseWhiteSpace(value))
    .filter((name) => name !== '');
  return [...new Set(names)].slice(0, AUTO_METADATA_NAMES_MAX).sort();
}

const PHONE_WORDS: ReadonlySet<string> = new Set([
  'tel',
  'telefono',
  'telf',
  'mobile',
  'movil',
  'cell',
  'cellular',
  'celular',
]);

/**
 * Tells whether a field is identified as a phone input: by its type `tel`, by an autocomplete `tel`
 * or `tel-…`, or by a word of its name (`phone_1`, `homePhone`, `mobile`, `celular`). A field named
 * `p_1` is not one, whatever its value, and neither is `hotel`. Which names count is not
 * documented: this list is the fake's.
 */
export function isPhoneField(field: CapturedField): boolean {
  if (field.type?.toLowerCase() === 'tel') return true;
  if (autocompleteTokensOf(field).some((token) => /^tel(?:-|$)/.test(token))) return true;
  return nameTokensOf(field).some((token) => PHONE_WORDS.has(token) || token.includes('phone'));
}

/**
 * Returns the numbers that a lead can match (spec §2.7): ten digits each, sorted, unique, only from
 * fields identified as phone inputs. Values that are not phone numbers are left out.
 */
export function formPhonesOf(fields: readonly CapturedField[]): string[] {
  const phones = fields
    .filter(isPhoneField)
    .map(({ value }) => normalizePhone(value))
    .filter((phone) => phone !== undefined);
  return [...new Set(phones)].sort();
}

/**
 * Makes a pattern for possible numbers in running text, but not behind another country's code.
 * `normalizePhone` decides whether each is one.
 */
const candidate = () =>
  /(?<![\p{L}\p{N}+]|\+(?!1\D)\d{1,3}[\p{Zs}.\p{Pd}]{0,2})(?:\+?1[\p{Zs}.\p{Pd}]{0,2})?\(?\d{3}\)?[\p{Zs}.\p{Pd}]{0,3}\d{3}[\p{Zs}.\p{Pd}]{0,3}\d{4}(?![\p{L}\p{N}])/gu;

/**
 * Returns the North American numbers in running text: ten digits each, unique, in order of
 * appearance.
 */
export function phonesInText(text: string): string[] {
  const phones = (text.match(candidate()) ?? [])
    .map((candidate) => normalizePhone(candidate))
    .filter((phone) => phone !== undefined);
  return [...new Set(phones)];
}
