import type { WebHeaders } from '../platform/platform.ts';
import { CallError, type CallFacts, hideFields } from './consent-evidence-error.ts';
import { docsOf } from './docs-of.ts';

/**
 * No response: the connection could not be made, or broke off. `cause` says why.
 *
 * @example
 * ```ts
 * if (error instanceof ConnectionError && error.outcome === 'not_sent') {
 *   console.warn('nothing reached the service', error.cause);
 * }
 * ```
 */
export class ConnectionError extends CallError {
  static override readonly kind: string = 'ConnectionError';

  constructor(message: string, facts: CallFacts) {
    super('ConnectionError', message, facts);
  }
}

/**
 * No response in time: an attempt, or the `apiKey` function, ran past `timeoutMs` or `deadlineMs`.
 *
 * @example
 * ```ts
 * if (error instanceof TimeoutError) console.warn(error.limit, error.attempts, error.elapsedMs);
 * ```
 */
export class TimeoutError extends CallError {
  static override readonly kind: string = 'TimeoutError';

  /** Which of the two limits was exceeded. */
  readonly limit: 'timeoutMs' | 'deadlineMs';

  constructor(limit: 'timeoutMs' | 'deadlineMs', message: string, facts: CallFacts) {
    super('TimeoutError', message, facts);
    this.limit = limit;
  }

  /** The documentation entry of `limit`. */
  override get docs(): string {
    return docsOf('TimeoutError', this.limit);
  }
}

/**
 * The caller's signal ended the call. `name` is `'AbortError'`, and `cause` is the signal's reason.
 *
 * @example
 * ```ts
 * const signal = AbortSignal.timeout(2_000);
 * const collected = await client.cdrs.collect(cdrId, { signal }).catch((error: unknown) => {
 *   if (!(error instanceof AbortError)) throw error;
 *   return error.outcome; // 'unknown' where the service may have collected it
 * });
 * ```
 */
export class AbortError extends CallError {
  static override readonly kind: string = 'AbortError';

  constructor(message: string, facts: CallFacts) {
    super('AbortError', message, facts);
  }
}

/** What arrived instead of the service's response. */
export interface UnexpectedReply {
  /** The HTTP status. */
  readonly status: number;
  /** The response's headers. */
  readonly headers: WebHeaders;
  /** The start of the body; empty if it could not be read. */
  readonly bodyText: string;
  /** The reply's `data`, if the service answered `ok: true`. */
  readonly data?: unknown;
}

/**
 * The reply is not the service's envelope: a gateway's HTML, truncated JSON, a redirect, or an
 * envelope without what the call needs.
 *
 * @example
 * ```ts
 * if (error instanceof UnexpectedReplyError) console.error(error.status, error.message);
 * ```
 */
export class UnexpectedReplyError extends CallError {
  static override readonly kind: string = 'UnexpectedReplyError';

  /** The HTTP status. */
  readonly status: number;
  /** The first 2,000 characters of the body; not shown in logs: it may be about a person. */
  declare readonly bodyText: string;
  /** With outcome `done`: the reply's `data` as received; not shown in logs. */
  declare readonly data: unknown;
  /** The response's headers; not shown in logs. */
  declare readonly headers: WebHeaders;

  constructor(message: string, reply: UnexpectedReply, facts: CallFacts) {
    super('UnexpectedReplyError', message, facts);
    this.status = reply.status;
    hideFields(this, { bodyText: reply.bodyText, data: reply.data, headers: reply.headers });
  }
}

/**
 * A list cannot be continued: a page token came twice, there are more entries than `limit`, or
 * there are too many pages. Or a walk over all domains has read all but one whose name, as the
 * service lists it, no request can carry.
 *
 * @example
 * ```ts
 * const entries = await client.cdrs
 *   .list('example.com')
 *   .toArray({ limit: 500 })
 *   .catch((error: unknown) => {
 *     if (error instanceof PaginationError && error.reason === 'limit') return [];
 *     throw error;
 *   });
 * ```
 */
export class PaginationError extends CallError {
  static override readonly kind: string = 'PaginationError';

  /** Why the iteration ended. */
  readonly reason: 'repeated_token' | 'limit' | 'too_many_pages' | 'odd_domain';

  constructor(reason: PaginationError['reason'], message: string, facts: CallFacts) {
    super('PaginationError', message, facts);
    this.reason = reason;
  }

  /** The documentation entry of `reason`. */
  override get docs(): string {
    return docsOf('PaginationError', this.reason);
  }
}

/**
 * An evidence image is not available, or its bytes cannot be trusted.
 *
 * @example
 * ```ts
 * if (error instanceof EvidenceUnavailableError && error.reason === 'not_collected') {
 *   await client.cdrs.collect(cdrId);
 * }
 * ```
 */
export class EvidenceUnavailableError extends CallError {
  static override readonly kind: string = 'EvidenceUnavailableError';

  /**
   * - `not_collected`: collect the record first.
   * - `dev_mode`: a Dev Mode record's image is never downloadable.
   * - `integrity`: the number of bytes differs from the record's.
   * - `too_large`: larger than `download` holds in memory; `downloadTo` writes it to a file.
   */
  readonly reason: 'not_collected' | 'dev_mode' | 'integrity' | 'too_large';

  constructor(reason: EvidenceUnavailableError['reason'], message: string, facts: CallFacts) {
    super('EvidenceUnavailableError', message, facts);
    this.reason = reason;
  }

  /** The documentation entry of `reason`. */
  override get docs(): string {
    return docsOf('EvidenceUnavailableError', this.reason);
  }
}
