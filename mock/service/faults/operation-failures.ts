import type { EndpointName } from '../../../src/contract/endpoints.ts';
import type { KnownErrorCode } from '../../../src/contract/error-codes.ts';

const ofEveryKey = ['UNAUTHENTICATED', 'API_ACCESS_DISABLED', 'FORBIDDEN'] as const;

/** Which refusals the documentation names for which endpoint (spec §4, §7). */
export const operationFailures: Readonly<Record<EndpointName, readonly KnownErrorCode[]>> = {
  listDomains: ofEveryKey,
  listCdrs: [...ofEveryKey, 'INVALID_ARGUMENT', 'NOT_FOUND'],
  getCdr: [...ofEveryKey, 'NOT_FOUND', 'CDR_INVALID'],
  collectCdr: [
    ...ofEveryKey,
    'PASSTHROUGH_ORG_CANNOT_COLLECT',
    'NOT_FOUND',
    'CDR_DEV_MODE',
    'CDR_INVALID',
  ],
  shareCdr: [
    ...ofEveryKey,
    'INVALID_ARGUMENT',
    'NOT_FOUND',
    'CDR_DEV_MODE',
    'CONFLICT',
    'CDR_INVALID',
  ],
  receiveShare: [
    ...ofEveryKey,
    'CDR_PENDING',
    'INVALID_ARGUMENT',
    'COLLECT_REQUIRED',
    'PASSTHROUGH_ORG_CANNOT_CLAIM',
    'NOT_FOUND',
    'CDR_DEV_MODE',
    'CONFLICT',
    'GONE',
    'CDR_INVALID',
    'CDR_ACCEPTANCE_FAILED',
  ],
  openShare: [],
};
