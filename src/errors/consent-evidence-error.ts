import type { Operation } from '../contract/endpoints.ts';
import { docsOf } from './docs-of.ts';

/**
 * Shared through the global registry, so that two copies of the package recognize each other's
 * errors.
 */
const KINDS = Symbol.for('consent-evidence.error.kinds');

/**
 * What is known about a call that failed:
 * - `not_sent`: nothing reached the service; used only if the cause proves it.
 * - `refused`: the service refused the call, and nothing was done.
 * - `unknown`: the call may have succeeded. Repeat collect or receive: they cannot charge twice.
 * - `done`: the service said `ok: true`, but the reply could not be used.
 */
export type Outcome = 'not_sent' | 'refused' | 'unknown' | 'done';

/** Returns the kinds of an error, the most general first. */
function kindsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const kinds: unknown = (value as Record<symbol, unknown>)[KINDS];
  return Array.isArray(kinds) ? (kinds as string[]) : [];
}

/**
 * Hides `fields` from logs: they stay readable by name, but inspection and JSON do not show them.
 */
export function hideFields(target: object, fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    // Writable, like the fields of every error: code that wraps errors may rename them.
    const field = { value, enumerable: false, writable: true, configurable: true };
    Object.defineProperty(target, name, field);
  }
}

/**
 * The base class of every error of this package. `instanceof` works across two copies of the
 * package and after minification.
 *
 * @example
 * ```ts
 * try {
 *   await client.cdrs.get(cdrId);
 * } catch (error) {
 *   if (isConsentEvidenceError(error)) console.warn(error.name, error.message);
 *   else throw error;
 * }
 * ```
 */
export abstract class ConsentEvidenceError extends Error {
  /** The name of the class, which a minifier cannot change. */
  static readonly kind: string = 'ConsentEvidenceError';

  constructor(kinds: readonly string[], message: string, options?: { cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    const chain = ['ConsentEvidenceError', ...kinds];
    hideFields(this, { name: chain.at(-1) });
    Object.defineProperty(this, KINDS, { value: chain });
  }

  /**
   * Where the documentation explains the error: a stable address below the package's homepage, such
   * as `errors/#cdr_acceptance_failed`.
   */
  get docs(): string {
    return docsOf(kindsOf(this).at(-1) ?? 'ConsentEvidenceError');
  }

  /**
   * Returns the name, the message and the plain facts, for a logger. Contains no secrets, and nothing
   * of a reply but its message, code and identifiers.
   */
  toJSON(): Record<string, unknown> {
    return Object.assign({ name: this.name, message: this.message }, this as object);
  }

  /** Also recognizes the errors of another copy of this package. */
  static override [Symbol.hasInstance](this: { kind: string }, value: unknown): boolean {
    // A user's own subclass has no `kind` of its own: the prototype chain decides, as usual.
    if (Object.hasOwn(this, 'kind')) return kindsOf(value).includes(this.kind);
    return Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

/** What every error of a call has. */
export interface CallFacts {
  /** The call's identifier, as on the events of its trace. */
  readonly callId?: string | undefined;
  /** The method that was called. */
  readonly operation: Operation;
  /** What may have been done. */
  readonly outcome: Outcome;
  /** How many times the call was sent. */
  readonly attempts: number;
  /** From the start of the call to its end, in milliseconds. */
  readonly elapsedMs: number;
  /** The service's identifier of the last answered attempt. */
  readonly requestId?: string | undefined;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The platform's own error, without its secrets. */
  readonly cause?: unknown;
}

/**
 * The base class of the errors of a call. They say what was tried, for how long, and what may have
 * been done.
 *
 * @example
 * ```ts
 * if (error instanceof CallError) {
 *   console.error(error.operation, error.outcome, error.attempts, error.requestId);
 * }
 * ```
 */
export abstract class CallError extends ConsentEvidenceError {
  static override readonly kind: string = 'CallError';

  /** The call's identifier, as on the events of its trace. */
  declare readonly callId?: string;
  /** The method that was called (`shares.receive`). */
  readonly operation: Operation;
  /** What may have been done; see {@link Outcome}. */
  readonly outcome: Outcome;
  /** How many times the call was sent, including polls of a pending record. */
  readonly attempts: number;
  /** From the start of the call to its end, in milliseconds of the client's clock. */
  readonly elapsedMs: number;
  /** The service's identifier of the last answered attempt; absent if a proxy answered. */
  declare readonly requestId?: string;
  /** How long the service asked to wait, in milliseconds. */
  declare readonly retryAfterMs?: number;
  /** `true` if the call was not repeated because the client's `retryQuota` was used up. */
  declare readonly retryQuotaExhausted?: true;
  /** In a list: the token of the page that failed, to resume from; absent for the first page. */
  declare readonly pageToken?: string;
  /** In a search over domains: the domain that the search had reached. */
  declare readonly domainId?: string;

  constructor(kind: string, message: string, facts: CallFacts) {
    super(['CallError', kind], `${facts.operation}: ${message}`, { cause: facts.cause });
    if (facts.callId !== undefined) this.callId = facts.callId;
    this.operation = facts.operation;
    this.outcome = facts.outcome;
    this.attempts = facts.attempts;
    this.elapsedMs = facts.elapsedMs;
    if (facts.requestId !== undefined) this.requestId = facts.requestId;
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs;
  }
}

/**
 * Returns whether `error` is one of this package's errors.
 *
 * @example
 * ```ts
 * if (isConsentEvidenceError(error)) console.error(error.name);
 * ```
 */
export function isConsentEvidenceError(error: unknown): error is ConsentEvidenceError {
  return kindsOf(error).includes('ConsentEvidenceError');
}
