/** A layer grows by merging once the one above it has at least half of its entries. */
const MERGED_AT_SHARE = 0.5;

type Layer<K, V> = ReadonlyMap<K, V>;

/**
 * A hash map without deletion that copies itself without walking over what it holds: what is there
 * becomes a layer that both copies share and neither changes, and each continues in a map of its own.
 * A lookup asks the newest first. Layers are merged as they come to be of one size, so that there
 * are few, and each entry pays for a few merges all in all.
 */
export class LayeredMap<K, V extends object> {
  /** The oldest first. */
  #layers: readonly Layer<K, V>[];
  #own = new Map<K, V>();
  #size: number;

  constructor(layers: readonly Layer<K, V>[] = [], size = 0) {
    this.#layers = layers;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    const own = this.#own.get(key);
    if (own !== undefined) return own;
    for (let index = this.#layers.length - 1; index >= 0; index -= 1) {
      const value = this.#layers[index]?.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(key: K, value: V): void {
    if (this.get(key) === undefined) this.#size += 1;
    this.#own.set(key, value);
  }

  /** Every entry, in the order in which its key first came. */
  *entries(): Generator<[K, V]> {
    const layers = [...this.#layers, this.#own];
    for (const [index, layer] of layers.entries()) {
      const below = layers.slice(0, index);
      for (const key of layer.keys()) {
        if (!below.some((older) => older.has(key))) yield [key, this.get(key) as V];
      }
    }
  }

  copy(): LayeredMap<K, V> {
    if (this.#own.size > 0) {
      this.#layers = onTop(this.#layers, this.#own);
      this.#own = new Map();
    }
    return new LayeredMap(this.#layers, this.#size);
  }
}

function onTop<K, V>(layers: readonly Layer<K, V>[], layer: Layer<K, V>): Layer<K, V>[] {
  const below = layers.at(-1);
  if (below === undefined || layer.size < below.size * MERGED_AT_SHARE) return [...layers, layer];
  return onTop(layers.slice(0, -1), new Map([...below, ...layer]));
}
