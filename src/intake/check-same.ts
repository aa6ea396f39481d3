import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { LedgerEntry } from './ledger.ts';

/** Refuses a lead that is known under this id with another share or phone. */
export function checkSame(known: LedgerEntry, now: LedgerEntry): void {
  const issues = [
    ...(known.shareSha256 === now.shareSha256
      ? []
      : [{ path: 'shareUrl', message: 'this leadId was already taken with another share' }]),
    ...(known.shareSha256 !== now.shareSha256 || known.phoneDigest === now.phoneDigest
      ? []
      : [{ path: 'phone', message: 'this leadId was already taken with another phone' }]),
  ];
  if (issues.length > 0) throw new InvalidInputError(issues);
}
