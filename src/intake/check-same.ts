import { invalidInput } from '../errors/invalid-input-error.ts';
import type { LedgerEntry } from './ledger-entry.ts';

const OTHER_SHARE =
  'this lead was already taken with another share; take in a new share under a new leadId';
const OTHER_PHONE =
  'this lead was already taken with another phone; a corrected lead needs a new leadId and a new share';

/** Refuses a lead that is known under this id with another share or phone. */
export function checkSame(known: LedgerEntry, now: LedgerEntry): void {
  if (known.shareSha256 !== now.shareSha256) throw invalidInput('shareUrl', OTHER_SHARE);
  // Keyed with the share, so it tells phones apart only for the same share.
  if (known.phoneDigest !== now.phoneDigest) throw invalidInput('phone', OTHER_PHONE);
}
