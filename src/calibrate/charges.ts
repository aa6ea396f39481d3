/** What a run may cost, and what it asked for that could be charged. */
export class Charges {
  /** So many at most. */
  readonly max: number;
  #atMost = 0;

  constructor(max: number) {
    this.max = max;
  }

  /** How many requests were sent that could be charged: the API does not show which of them were. */
  get atMost(): number {
    return this.#atMost;
  }

  /** How many more may be sent. */
  get left(): number {
    return this.max - this.#atMost;
  }

  /** Counts one, before it is sent: where its answer is lost, it may have been charged. */
  count(): void {
    this.#atMost += 1;
  }
}
