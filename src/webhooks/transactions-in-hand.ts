import type { WebhookDelivery } from './handler/handler-options.ts';

type Claim = Pick<WebhookDelivery, 'webhookId' | 'claimId'>;

/** Far more than one process handles at once. A forgotten one costs an extra commit. */
const MAX_DONE = 1000;

function keyOf({ webhookId, claimId }: Claim): string {
  return JSON.stringify([webhookId, claimId]);
}

/**
 * The transactions of this process whose deliveries the handler has not yet completed. A delivery
 * that its transaction completed needs no second commit. A delivery whose transaction is still
 * running, because its promise was not awaited, must not be acknowledged before the transaction
 * ends.
 */
export class TransactionsInHand {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #done = new Set<string>();

  /** Runs a transaction that completes the delivery. */
  async run<T>(claim: Claim, transaction: () => Promise<T>): Promise<T> {
    const key = keyOf(claim);
    const running = transaction();
    this.#running.set(key, running);
    try {
      const result = await running;
      this.#done.add(key);
      const [oldest] = this.#done;
      if (this.#done.size > MAX_DONE && oldest !== undefined) this.#done.delete(oldest);
      return result;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }

  /**
   * Returns whether a transaction has completed the delivery; ask only once. Waits for a running
   * one, and rejects if it rejects.
   */
  async completed(webhookId: string, claimId: string | undefined): Promise<boolean> {
    if (claimId === undefined) return false;
    const key = keyOf({ webhookId, claimId });
    const running = this.#running.get(key);
    if (running === undefined) return this.#done.delete(key);
    await running;
    this.#done.delete(key);
    return true;
  }
}
