/** How much a `BoundedMap` keeps. */
export interface Bounds {
  readonly entries: number;
  /** The size of all values together, in characters. */
  readonly chars: number;
}

/** Keeps what came last: where there is too much of it, the oldest goes first. */
export class BoundedMap<K, V> {
  readonly #bounds: Bounds;
  readonly #values = new Map<K, { readonly value: V; readonly chars: number }>();
  #chars = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get(key: K): V | undefined {
    return this.#values.get(key)?.value;
  }

  /** @param chars how much of the bound the value takes. */
  set(key: K, value: V, chars: number): void {
    this.#delete(key);
    this.#values.set(key, { value, chars });
    this.#chars += chars;
    const { entries, chars: most } = this.#bounds;
    while (this.#values.size > entries || this.#chars > most) {
      const [oldest] = this.#values.keys();
      this.#delete(oldest as K);
    }
  }

  #delete(key: K): void {
    this.#chars -= this.#values.get(key)?.chars ?? 0;
    this.#values.delete(key);
  }
}
