import type { WebHeaders, WebResponse } from '../platform.ts';

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

/** What is told of the response itself. */
export interface Answered {
  readonly status: number;
  /** Asked for its headers when they are read: over undici they are made only then. */
  readonly response: { readonly headers: WebHeaders };
}

/** How one attempt ended. */
export type AttemptResult<T> =
  | (ParsedReply<T> & Answered)
  | { readonly kind: 'unanswered'; readonly notSent: boolean; readonly cause: unknown }
  | { readonly kind: 'timeout'; readonly limit: 'timeoutMs' | 'deadlineMs'; readonly ms: number }
  | { readonly kind: 'abort'; readonly reason: unknown };

/** What a reader of answers is handed. */
export interface ReadContext {
  /** Armed until the attempt has ended. */
  readonly signal: AbortSignal;
  readonly validateReplies: 'warn' | 'throw';
  /** Reports that the reply differs from the documentation at `path`. */
  readonly mismatch: (path: string) => void;
}

/** Reads an answer, its body included; rejects only when the body breaks off on the wire. */
export type Reader<T> = (response: WebResponse, context: ReadContext) => Promise<ParsedReply<T>>;
