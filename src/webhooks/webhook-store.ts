/**
 * What a claim found:
 * - `new`: the id is the caller's until the lease ends.
 * - `duplicate`: the id was completed before.
 * - `busy`: another claim holds a lease that has not ended.
 */
export type ClaimResult = 'new' | 'duplicate' | 'busy';

/**
 * Where the handler remembers which deliveries were handled (spec §6.3: de-duplicate by
 * `webhookId`). One store must be shared by all processes that receive for one account.
 *
 * Any method may reject; the handler then answers 503, so that the service sends the event again.
 * A store that has no room for another id rejects its `claim`.
 *
 * @example
 * ```ts
 * const store: WebhookStore = {
 *   claim: (id, { leaseSeconds }) => claimRow(pool, id, leaseSeconds),
 *   complete: (id) => completeRow(pool, id),
 *   release: (id) => releaseRow(pool, id),
 * };
 * ```
 */
export interface WebhookStore {
  /**
   * Takes the id for `leaseSeconds`, in one atomic step: of any number of claims at once, one gets
   * `new`. A lease that has ended is as if it had never been, so a process that died strands no id.
   */
  claim(webhookId: string, options: { leaseSeconds: number }): Promise<ClaimResult>;
  /** Remembers the id as handled, for longer than the service sends it again; 24 hours is ample. */
  complete(webhookId: string): Promise<void>;
  /** Ends the lease. A completed id stays completed, and an unknown one is no error. */
  release(webhookId: string): Promise<void>;
}
