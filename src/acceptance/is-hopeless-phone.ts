import { normalizePhone } from './normalize-phone.ts';

/**
 * Tells whether no reading of the service would normalise this phone number (spec §2.7), so that
 * nothing is gained by sending it. The lenient grammar takes all that the strict one takes.
 */
export function isHopelessPhone(text: string): boolean {
  return normalizePhone(text, 'lenient') === undefined;
}
