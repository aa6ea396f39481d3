/** What a retry costs, and what a success gives back: the numbers of the AWS SDKs. Not from the spec. */
const RETRY_COST = 5;
const SUCCESS_GIVES = 1;

/**
 * A bucket of tokens that the calls of a client share. Each retry takes some, each success gives one
 * back: where most calls fail, few are repeated, so that a fleet does not multiply an outage.
 */
export class RetryQuota {
  readonly most: number;
  #tokens: number;
  #shared: RetryQuota | undefined;

  /** @param most how many tokens it holds, and has at the beginning. `Infinity`: no quota. */
  constructor(most: number) {
    this.most = most;
    this.#tokens = most;
  }

  /** From now on, takes from the other's tokens and gives to them. */
  share(other: RetryQuota): void {
    this.#shared = other.#shared ?? other;
  }

  /** Takes what one retry costs, and tells whether there was enough. */
  take(): boolean {
    if (this.#shared !== undefined) return this.#shared.take();
    if (this.#tokens < RETRY_COST) return false;
    this.#tokens -= RETRY_COST;
    return true;
  }

  /** Gives back what one success gives. */
  give(): void {
    if (this.#shared !== undefined) this.#shared.give();
    else this.#tokens = Math.min(this.most, this.#tokens + SUCCESS_GIVES);
  }
}
