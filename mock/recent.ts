/** What was made last, by its key; where it is full, the oldest makes room. */
export class Recent<K, V> {
  readonly #max: number;
  readonly #values = new Map<K, V>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  set(key: K, value: V): void {
    if (this.#values.size >= this.#max && !this.#values.has(key)) {
      const [oldest] = this.#values.keys();
      this.#values.delete(oldest as K);
    }
    this.#values.set(key, value);
  }

  /** The value of the key, made where it is missing. */
  of(key: K, make: () => V): V {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }
}
