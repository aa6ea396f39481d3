import { signalKind, wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { WebAbortSignal } from '../platform/platform.ts';

/** The limits of one `take`. */
export interface TakeOptions {
  /**
   * Ends the wait at once, whatever hangs, and keeps what has not begun from beginning. The lead is
   * then held as `STILL_WORKING`: a request that was sent goes on, and so does the work after it.
   * Until the ledger has saved the lead, `take` rejects with a `LedgerError` instead. If the signal
   * is aborted before the call, the lead is saved and nothing is sent.
   */
  readonly signal?: WebAbortSignal | undefined;
}

export const TAKE_OPTIONS = (): OptionTable<TakeOptions> => ({ signal: signalKind });

/** The limits of one `resume`. */
export interface ResumeOptions {
  /** The most leads to resume, 1 to 10,000. Default: 100. */
  readonly limit?: number | undefined;
  /** How many leads to resume at the same time, 1 to 64. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Ends the call at once: leads that are being worked on are in the result as `STILL_WORKING`. */
  readonly signal?: WebAbortSignal | undefined;
}

export const RESUME_OPTIONS = (): OptionTable<ResumeOptions> => ({
  limit: wholeNumber(1, 10_000),
  concurrency: wholeNumber(1, 64),
  signal: signalKind,
});
