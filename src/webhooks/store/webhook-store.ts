/**
 * The result of a claim:
 * - `new`: the id belongs to the caller until the lease ends.
 * - `duplicate`: the id was already completed.
 * - `busy`: another claim holds a lease that has not ended.
 */
export type ClaimResult = 'new' | 'duplicate' | 'busy';

/**
 * Identifies one claim; the text is unique to it. With it, a holder whose lease ran out cannot
 * change an id that another claim took over. The handler always passes one.
 */
export interface ClaimIdentity {
  /** Without it, any caller can `complete` or `release` the id. */
  claimId?: string | undefined;
}

/** How long a claim lasts, and which claim it is. */
export interface ClaimOptions extends ClaimIdentity {
  /** After this many seconds without `complete` or `release`, the id is free again. */
  leaseSeconds: number;
}

/**
 * Where the handler remembers which deliveries were handled (spec §6.3: de-duplicate by
 * `webhookId`). All processes that receive for one account must share one store.
 *
 * Any method may reject; the handler then answers 503 (500 if `release` rejects), so that the
 * service sends the event again. A store that has no room for another id rejects its `claim`.
 *
 * @example
 * ```ts
 * const store: WebhookStore = {
 *   claim: (id, { leaseSeconds, claimId }) => claimRow(pool, id, leaseSeconds, claimId),
 *   complete: (id, { claimId } = {}) => completeRow(pool, id, claimId),
 *   release: (id, { claimId } = {}) => releaseRow(pool, id, claimId),
 * };
 * ```
 */
export interface WebhookStore {
  /**
   * Takes the id for `leaseSeconds`, in one atomic step: of any number of concurrent claims,
   * exactly one gets `new`. A lease that has ended no longer counts, so a process that died blocks
   * no id.
   */
  claim(webhookId: string, options: ClaimOptions): Promise<ClaimResult>;
  /**
   * Saves the id as handled, for longer than the service may resend it; 24 hours is enough. An id
   * that is already completed stays completed. Rejects (`WebhookClaimLostError`) if another claim
   * than `claimId` holds a live lease, and with `completed: true` if another claim has completed
   * the id: the handler then answers 200 and calls `onError`.
   */
  complete(webhookId: string, claim?: ClaimIdentity): Promise<void>;
  /**
   * Ends the lease of `claimId`. A completed id stays completed. Another claim's lease or an
   * unknown id is left alone, without an error.
   */
  release(webhookId: string, claim?: ClaimIdentity): Promise<void>;
}
