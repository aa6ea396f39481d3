import { normalizePhone } from '../acceptance/normalize-phone.ts';
import type { Cdr } from '../contract/cdr.ts';

/** `autoMetadata` holds at most so many numbers (spec §2.3): a full list may lack one. */
const PHONES_MAX = 10;

/**
 * Whether the record proves that its form did not hold this number: every number that criteria can
 * match stands among `autoMetadata.phones` too, as long as that list is there and not full. `false`
 * proves nothing: the list holds numbers of the page's text as well.
 */
export function isOtherPhone({ autoMetadata }: Pick<Cdr, 'autoMetadata'>, phone: string): boolean {
  const phones = autoMetadata?.phones;
  const digits = normalizePhone(phone, 'lenient');
  if (phones === undefined || phones.length >= PHONES_MAX || digits === undefined) return false;
  return !phones.some((each) => each.endsWith(digits));
}
