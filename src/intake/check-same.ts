import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { LedgerEntry } from './ledger.ts';

const OTHER_SHARE =
  'this leadId was already taken with another share; take in a new share under a new leadId';
const OTHER_PHONE =
  'this leadId was already taken with another phone; a corrected lead needs a new leadId and a new share';

/** Refuses a lead that is known under this id with another share or phone. */
export function checkSame(known: LedgerEntry, now: LedgerEntry): void {
  const issues = [
    ...(known.shareSha256 === now.shareSha256 ? [] : [{ path: 'shareUrl', message: OTHER_SHARE }]),
    ...(known.shareSha256 !== now.shareSha256 || known.phoneDigest === now.phoneDigest
      ? []
      : [{ path: 'phone', message: OTHER_PHONE }]),
  ];
  if (issues.length > 0) throw new InvalidInputError(issues);
}
