import type { WebAbortSignal } from '../platform.ts';

/**
 * What every method takes last. Each member overrides the client's own for this call.
 *
 * @example
 * ```ts
 * await client.cdrs.get(cdrId, { signal: AbortSignal.timeout(2_000), maxRetries: 0 });
 * ```
 */
export interface CallOptions {
  /** Ends the call with an `AbortError`, also while it waits between attempts. */
  signal?: WebAbortSignal | undefined;
  /** Per attempt, in milliseconds, until the last byte of the body is read. `Infinity`: none. */
  timeoutMs?: number | undefined;
  /** Over the whole call, in milliseconds: attempts, back-off and waits. `Infinity`: none. */
  deadlineMs?: number | undefined;
  /** How often a failed attempt is repeated where repeating is safe; `0`: one attempt, whatever failed. */
  maxRetries?: number | undefined;
  /** Your own word for the call, such as a lead's id: at most 200 characters, on each event of its trace. */
  label?: string | undefined;
}
