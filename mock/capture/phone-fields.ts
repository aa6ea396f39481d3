import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import type { CapturedField } from './capture-input.ts';
import { autocompleteTokensOf, nameTokensOf } from './field-tokens.ts';

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
