/** Counts the chargeable requests of a run against its limit. */
export class Charges {
  /** The most chargeable requests that may be sent. */
  readonly max: number;
  #atMost = 0;

  constructor(max: number) {
    this.max = max;
  }

  /** How many chargeable requests were sent. The API does not show which of them were charged. */
  get atMost(): number {
    return this.#atMost;
  }

  /** How many more chargeable requests may be sent. */
  get left(): number {
    return this.max - this.#atMost;
  }

  /** Counts a request before it is sent: it may be charged even if its response is lost. */
  count(): void {
    this.#atMost += 1;
  }
}
