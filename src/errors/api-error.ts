import type {
  AcceptanceFailedDetails,
  InvalidArgumentDetails,
} from '../contract/acceptance-failure.ts';
import { type ErrorCode, isKnownErrorCode } from '../contract/error-codes.ts';
import type { WebHeaders } from '../platform/platform.ts';
import { CallError, type CallFacts, hideFields } from './consent-evidence-error.ts';
import { detailsOf } from './details-of.ts';
import { docsOf } from './docs-of.ts';

/** The type of `details`, by code (spec §2.1): only these two errors have any. */
export type DetailsOf<Code> = Code extends 'CDR_ACCEPTANCE_FAILED'
  ? AcceptanceFailedDetails
  : Code extends 'INVALID_ARGUMENT'
    ? InvalidArgumentDetails | undefined
    : unknown;

/** What the service answered. */
export interface ApiFailure {
  /** `error.code`. */
  readonly code: string;
  /** `error.message`: for people, not for parsing. */
  readonly message: string;
  /** The HTTP status. */
  readonly status: number;
  /** `error.details`, as received. */
  readonly details?: unknown;
  /** The response's headers. */
  readonly headers: WebHeaders;
}

/**
 * The service answered `ok: false` (spec §7). Branch on `code`, never on `status` or `message`.
 *
 * @example
 * ```ts
 * try {
 *   await client.shares.receive(shareUrl, { acceptance });
 * } catch (error) {
 *   if (isApiError(error, 'CDR_ACCEPTANCE_FAILED')) console.warn(error.details.failures);
 *   else throw error;
 * }
 * ```
 */
export class ApiError extends CallError {
  static override readonly kind: string = 'ApiError';

  /** The service's code (spec §7): branch on this. */
  readonly code: ErrorCode;
  /** The HTTP status; `CDR_PENDING` comes with 202. */
  readonly status: number;
  /**
   * {@link isApiError} with a code gives it the code's type. For `CDR_ACCEPTANCE_FAILED` it always
   * has that shape: if the reply has no details, `failures` is empty and `outcome` is `'rejected'`; a text that a failure lacks is
   * empty. For a rejected `acceptance` object it has `issues`. For any other code it is as
   * received. Not shown in logs: it may repeat what you sent.
   */
  declare readonly details: unknown;
  /** The response's headers; not shown in logs. */
  declare readonly headers: WebHeaders;

  constructor(failure: ApiFailure, facts: CallFacts) {
    super('ApiError', `${failure.code} (${failure.status}): ${failure.message}`, facts);
    this.code = failure.code;
    this.status = failure.status;
    const details = detailsOf(failure.code, failure.details);
    hideFields(this, { details, headers: failure.headers });
  }

  /** The documentation entry of `code`, or of the class if this version does not know the code. */
  override get docs(): string {
    return docsOf(isKnownErrorCode(this.code) ? this.code : 'ApiError');
  }
}

/** A refusal with one code, and the details of that code. */
export type ApiErrorOf<Code extends ErrorCode> = ApiError & {
  /** The code. */
  readonly code: Code;
  /** The details of that code; `undefined` if it has none. */
  readonly details: DetailsOf<Code>;
};

/**
 * Returns whether `error` is a refusal by the service and, if `code` is passed, whether it has that
 * code. `code` also types `details`.
 *
 * @example
 * ```ts
 * if (isApiError(error, 'GONE')) console.log('the share token has expired');
 * ```
 */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<const Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ApiErrorOf<Code>;
export function isApiError(error: unknown, code?: string): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
