import type { KnownErrorCode } from '../contract/error-codes.ts';

/** Why an error or a code occurs and what to do next, in the words of the documentation. */
export interface Meaning {
  /** Why it occurs. */
  readonly cause: string;
  /** What to do next. */
  readonly next: string;
  /** Who pays, where that is not the same for all of its kind. */
  readonly pays?: string;
}

/** The service's codes (spec §7). */
export const CODE_MEANINGS: Readonly<Record<KnownErrorCode, Meaning>> = {
  CDR_PENDING: {
    cause: 'The shared record is not rendered yet.',
    next: 'The client has already waited. Receive again later.',
  },
  INVALID_ARGUMENT: {
    cause: 'The service rejects a value of the call.',
    next: 'With `details.issues`, correct the criteria. Without, on receive: the lead’s number cannot be read, or the token is your own.',
  },
  COLLECT_REQUIRED: {
    cause: 'Receive was called with `collect: false`, and this service always collects.',
    next: 'Leave `collect` out.',
  },
  UNAUTHENTICATED: {
    cause: 'The API key is missing, malformed, unknown or revoked.',
    next: 'Copy the key from the dashboard again, or issue a new one.',
  },
  FORBIDDEN: {
    cause: 'The key is known but may not do this.',
    next: 'Ask the administrator of the organization.',
  },
  API_ACCESS_DISABLED: {
    cause: 'API access is off for the organization. Without billing it is off by default.',
    next: 'Switch it on in the dashboard. It takes up to five minutes.',
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
    cause: 'The path does not support this method: a wrong `baseUrl`, or a wrong `request`.',
    next: 'Run `client.check()`.',
  },
  CDR_DEV_MODE: {
    cause: 'The record is a Dev Mode capture.',
    next: 'Nothing to do: it can never be collected, shared or received.',
  },
  CONFLICT: {
    cause: 'More than one record has this identifier: a data problem at the service.',
    next: 'Keep the lead and contact the service’s support.',
  },
  GONE: {
    cause: 'The share token has expired.',
    next: 'Ask the producer for another one.',
  },
  CDR_INVALID: {
    cause: 'The record was flagged invalid.',
    next: 'Nothing to do: it cannot be read, collected, shared or received.',
  },
  FAILED_PRECONDITION: {
    cause: 'The action needs another step first.',
    next: 'Read the message. The client does not retry it.',
  },
  CDR_ACCEPTANCE_FAILED: {
    cause: 'The record does not meet the criteria. Nothing was saved or charged.',
    next: 'Refuse the lead. `explainFailures` says which rule failed and who can help.',
  },
};
