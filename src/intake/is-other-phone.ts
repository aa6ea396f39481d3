import { normalizePhone, phoneReadings } from '../acceptance/normalize-phone.ts';
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
  // A number that the strict grammar takes is the same under every reading. Of any other, only the
  // service knows what it compared: the record is another's if it can have been none of the readings.
  const numbers = phoneReadings(phone);
  if (phones === undefined || phones.length >= PHONES_MAX || numbers.length === 0) return false;
  return !phones.some((each) => numbers.includes(normalizePhone(each) ?? ''));
}
