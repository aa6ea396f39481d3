import { normalizePhone } from '../acceptance/normalize-phone.ts';
import { READING_VALUES } from '../acceptance/readings.ts';
import type { Cdr } from '../contract/cdr.ts';

/** The most numbers that `autoMetadata` holds (spec §2.3): a full list may lack one. */
const PHONES_MAX = 10;

/**
 * Tells whether the record proves that its form did not contain this number. Every number that
 * criteria can match is also in `autoMetadata.phones`, if that list is present and not full.
 * `false` proves nothing: the list also has numbers from the page's text.
 */
export function isOtherPhone({ autoMetadata }: Pick<Cdr, 'autoMetadata'>, phone: string): boolean {
  const phones = autoMetadata?.phones;
  // Whichever way the service reads the number, it must not be among the record's.
  const numbers = READING_VALUES.phoneGrammar
    .map((grammar) => normalizePhone(phone, grammar))
    .filter((digits) => digits !== undefined);
  if (phones === undefined || phones.length >= PHONES_MAX || numbers.length === 0) return false;
  return !phones.some((each) => numbers.some((digits) => each.endsWith(digits)));
}
