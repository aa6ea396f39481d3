import type { WebAbortSignal } from '../platform.ts';

/** The limits of one `take`. */
export interface TakeOptions {
  /** Ends the wait. The lead is then held, because its receive may have reached the service. */
  readonly signal?: WebAbortSignal | undefined;
}

/** The limits of one `resume`. */
export interface ResumeOptions {
  /** The most leads to resume, 1 to 10,000. Default: 100. */
  readonly limit?: number | undefined;
  /** How many leads to resume at the same time, 1 to 64. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Ends the call, and the wait for its leads: they are held, as with `take`. */
  readonly signal?: WebAbortSignal | undefined;
}
