/** A fixed number of places. If none is free, callers wait for one, first come, first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `work` as soon as a place is free. */
  async run<T>(work: () => PromiseLike<T>): Promise<T> {
    const free = await this.take();
    try {
      return await work();
    } finally {
      free();
    }
  }

  /** Takes a place. Resolves to a function that frees it. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }
}
