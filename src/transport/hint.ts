import type { Operation } from '../contract/endpoints.ts';
import type { Outcome } from '../errors/consent-evidence-error.ts';

/** What the code alone does not tell, for whoever reads the message. */
export function hintForCode(code: string, operation: Operation, details: unknown): string {
  if (code === 'NOT_FOUND' && operation === 'cdrs.collect') {
    return 'no such record, not rendered yet, or baseUrl is wrong (an unknown path gives 404 too)';
  }
  if (code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED') {
    return 'a wrong baseUrl looks the same: unknown paths are refused before the key is checked';
  }
  if (
    code === 'INVALID_ARGUMENT' &&
    operation === 'shares.receive' &&
    (details ?? undefined) === undefined
  ) {
    return 'also for a share token of your own organization: collect that record instead';
  }
  if (code === 'UNAUTHENTICATED') return 'a key that was revoked fails within five minutes';
  return '';
}

/** What the caller can do when nobody knows whether the call took effect. */
export function hintForOutcome(outcome: Outcome, operation: Operation): string {
  if (outcome !== 'unknown') return '';
  if (operation === 'cdrs.collect') {
    return 'it may have been done; repeating the call never charges twice';
  }
  if (operation === 'shares.receive') {
    return 'it may have been done; receiving again, with earlierOutcome: "unknown", never charges twice';
  }
  if (operation === 'cdrs.share') return 'a share token may have been created';
  return '';
}
