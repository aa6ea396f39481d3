import type { WebHeaders, WebResponse } from '../platform/platform.ts';

/** What one answer says. */
export type ParsedReply<T> =
  | { readonly kind: 'value'; readonly value: T; readonly requestId?: string | undefined }
  | {
      /** `ok: false` (spec §2.1). */
      readonly kind: 'failure';
      readonly code: string;
      readonly message: string;
      readonly details: unknown;
      readonly requestId?: string | undefined;
    }
  | {
      /** Anything but the service's envelope, or an envelope that cannot be used. */
      readonly kind: 'unexpected';
      readonly message: string;
      readonly bodyText: string;
      /** The service said `ok: true`: it did what it was asked. */
      readonly done: boolean;
      readonly data?: unknown;
      readonly requestId?: string | undefined;
    };

/** What is known about the response itself. */
export interface Answered {
  readonly status: number;
  /** The headers are read from it only when needed: over undici they are created only then. */
  readonly response: { readonly headers: WebHeaders };
}

/** How one attempt ended. */
export type AttemptResult<T> =
  | (ParsedReply<T> & Answered)
  | { readonly kind: 'unanswered'; readonly notSent: boolean; readonly cause: unknown }
  | { readonly kind: 'timeout'; readonly limit: 'timeoutMs' | 'deadlineMs'; readonly ms: number }
  | { readonly kind: 'abort'; readonly reason: unknown };

/** What a reader of answers gets. */
export interface ReadContext {
  /** Active until the attempt has ended. */
  readonly signal: AbortSignal;
  readonly validateReplies: 'warn' | 'throw';
  /** Reports that the reply differs from the documentation at `path`. */
  readonly mismatch: (path: string) => void;
}

/**
 * Reads an answer, including its body. Rejects only if the body breaks off on the wire, or with a
 * `ReaderFailure`.
 */
export type Reader<T> = (response: WebResponse, context: ReadContext) => Promise<ParsedReply<T>>;
