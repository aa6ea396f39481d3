/** A number of places: who finds none free waits for one, first come, first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs it as soon as there is a place. */
  async run<T>(work: () => PromiseLike<T>): Promise<T> {
    const free = await this.take();
    try {
      return await work();
    } finally {
      free();
    }
  }

  /** Takes a place; resolves with what gives it free. */
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
