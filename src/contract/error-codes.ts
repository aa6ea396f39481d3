/**
 * The service's fixed set of error codes, each with the HTTP status it is returned with (spec §7).
 * `CDR_PENDING` is the one failure that comes with a 2xx status.
 */
export const ERROR_STATUS = {
  CDR_PENDING: 202,
  INVALID_ARGUMENT: 400,
  COLLECT_REQUIRED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  API_ACCESS_DISABLED: 403,
  PASSTHROUGH_ORG_CANNOT_COLLECT: 403,
  PASSTHROUGH_ORG_CANNOT_CLAIM: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CDR_DEV_MODE: 409,
  CONFLICT: 409,
  GONE: 410,
  CDR_INVALID: 410,
  FAILED_PRECONDITION: 412,
  CDR_ACCEPTANCE_FAILED: 422,
} as const;

/** A code that the service's documentation lists (spec §7). */
export type KnownErrorCode = keyof typeof ERROR_STATUS;

/** A code as it arrives. Known codes are literals; codes not yet documented are accepted too. */
export type ErrorCode = KnownErrorCode | (string & {});

/**
 * Tells whether `code` is one that spec §7 lists.
 *
 * @example
 * ```ts
 * isKnownErrorCode('GONE'); // true
 * isKnownErrorCode('toString'); // false
 * ```
 */
export function isKnownErrorCode(code: string): code is KnownErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}
