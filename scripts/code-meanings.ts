import type { KnownErrorCode } from '../src/contract/error-codes.ts';

/** What stands behind a code, and what to do (spec §7). */
interface Meaning {
  readonly cause: string;
  readonly next: string;
}

export const CODE_MEANINGS: Readonly<Record<KnownErrorCode, Meaning>> = {
  CDR_PENDING: {
    cause: 'The shared record is not rendered yet.',
    next: 'The client has waited already; receive again later.',
  },
  INVALID_ARGUMENT: {
    cause: 'The service does not take a value of the call.',
    next: 'With `details.issues`, correct the criteria. Without, on receive: the lead’s number cannot be read, or the token is your own.',
  },
  COLLECT_REQUIRED: {
    cause: 'Receive was called with `collect: false`, and this service always collects.',
    next: 'Leave `collect` out.',
  },
  UNAUTHENTICATED: {
    cause: 'The API key is missing, malformed, unknown or revoked.',
    next: 'Take the key from the dashboard again, or issue a new one.',
  },
  FORBIDDEN: {
    cause: 'The key is known and may not do this.',
    next: 'Ask whoever administers the organization.',
  },
  API_ACCESS_DISABLED: {
    cause: 'API access is off for the organization; without billing it is off unless granted.',
    next: 'Switch it on in the dashboard; it takes up to five minutes.',
  },
  PASSTHROUGH_ORG_CANNOT_COLLECT: {
    cause: 'The organization has no billing set up.',
    next: 'Set billing up, then collect.',
  },
  PASSTHROUGH_ORG_CANNOT_CLAIM: {
    cause: 'The organization has no billing set up.',
    next: 'Set billing up, then receive again.',
  },
  NOT_FOUND: {
    cause:
      'No such record or token for this organization, a record that is not rendered, or a wrong `baseUrl`.',
    next: 'Check the identifier; wait for `cdr.completed`; run `client.check()`.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path does not take this method: a wrong `baseUrl`, or a wrong `request`.',
    next: 'Run `client.check()`.',
  },
  CDR_DEV_MODE: {
    cause: 'The record is a Dev Mode capture.',
    next: 'Nothing helps: it can never be collected, shared or received.',
  },
  CONFLICT: {
    cause: 'More than one record carries the identifier: a data problem of the service.',
    next: 'Keep the lead and tell the service’s support.',
  },
  GONE: {
    cause: 'The share token has expired.',
    next: 'Ask the producer for another one.',
  },
  CDR_INVALID: {
    cause: 'The record was flagged invalid.',
    next: 'Nothing helps: it cannot be read, collected, shared or received.',
  },
  FAILED_PRECONDITION: {
    cause: 'The action needs another step first.',
    next: 'Read the message; it is not retried.',
  },
  CDR_ACCEPTANCE_FAILED: {
    cause: 'The record does not meet the criteria; not saved, not charged.',
    next: 'Refuse the lead; `explainFailures` says which rule and who can help.',
  },
};
