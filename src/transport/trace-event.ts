import type { Operation } from '../contract/endpoints.ts';
import type { Outcome } from '../errors/consent-evidence-error.ts';

/**
 * One step of a call, for logs and metrics. It never contains a key, a token, a body or a signed
 * URL.
 *
 * - `start`: a request of the call is about to be made (a download makes two, each with its own
 *   `done`).
 * - `attempt`: an attempt ended, answered (`status`) or not.
 * - `retry`: the call waits `delayMs` before it sends again.
 * - `wait`: the record is not rendered yet; the call waits `delayMs` (spec §4.6 rule 7).
 * - `reply-mismatch`: the reply differs at `path` from what the spec documents.
 * - `done`: the call succeeded (`outcome` is `'ok'`), or ended with an error, whatever part of the
 *   call it came from (`code` if the service gave one). A walk over pages is one call for each page:
 *   a `PaginationError` is the walk's, and its pages succeeded.
 */
export interface TraceEvent {
  /** Which step it is. */
  readonly type: 'start' | 'attempt' | 'retry' | 'wait' | 'reply-mismatch' | 'done';
  /** The same for all events of a call, and on its error. */
  readonly callId: string;
  /** The method that was called. */
  readonly operation: Operation;
  /** The number of the attempt that the step belongs to, from 1; 0 before anything was sent. */
  readonly attempt: number;
  /** Unix milliseconds of the client's clock. */
  readonly at: number;
  /**
   * The duration of the attempt or, with `done`, of the whole call, in milliseconds of the client's
   * clock.
   */
  readonly durationMs?: number;
  /** The HTTP status; absent if no answer came. */
  readonly status?: number;
  /** The `error.code` of a refusal. */
  readonly code?: string;
  /** The service's identifier of the attempt. */
  readonly requestId?: string;
  /** How long the call waits, in milliseconds. */
  readonly delayMs?: number;
  /** The dotted path, relative to `data` or, with a download, to the record. */
  readonly path?: string;
  /** With `done`: `'ok'`, or what the failed call may have done. */
  readonly outcome?: 'ok' | Outcome;
  /** With `done`, if the call failed: the `name` of its error. */
  readonly errorName?: string;
  /** The call's option `label`. */
  readonly label?: string;
  /** With `start`: the HTTP method. */
  readonly method?: 'GET' | 'POST';
  /**
   * With `start`: the path as documented, with its parameters by name. Absent for an image's signed
   * URL.
   */
  readonly urlTemplate?: string;
  /** With `start`: the host and port that is asked: those of `baseUrl`, except for an image. */
  readonly server?: string;
}

/**
 * Receives each step of each call. Errors that it throws, or rejects with, are ignored: a log never
 * breaks a paid call.
 */
export type Trace = (event: TraceEvent) => void;
