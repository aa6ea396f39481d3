import { normalizePhone } from './normalize-phone.ts';
import { READING_VALUES } from './readings.ts';

/**
 * Tells whether no reading of the service would normalise this phone number (spec §2.7), so that
 * nothing is gained by sending it.
 */
export function isHopelessPhone(text: string): boolean {
  return READING_VALUES.phoneGrammar.every(
    (grammar) => normalizePhone(text, grammar) === undefined,
  );
}
