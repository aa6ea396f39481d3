import { RecentTable } from './recent-table.ts';

/** How much a `BoundedMap` keeps. */
export interface Bounds {
  readonly entries: number;
  /** The total size of all values, in characters. */
  readonly chars: number;
}

/** A class instance, not a literal, for the reason that the journal gives at `KeptRequest`. */
class Kept<K, V> {
  readonly key: K;
  readonly value: V;
  readonly chars: number;

  constructor(key: K, value: V, chars: number) {
    this.key = key;
    this.value = value;
    this.chars = chars;
  }
}

/**
 * A map that drops its oldest entries if there are too many. Each key is set only once. It is
 * filled on each request and rarely read, so `get` scans it: a hash table that is always being
 * filled and emptied would be rebuilt again and again.
 */
export class BoundedMap<K extends object, V> {
  readonly #bounds: Bounds;
  readonly #kept = new RecentTable<Kept<K, V>>();
  #count = 0;
  #chars = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get(key: K): V | undefined {
    return this.#kept.values().findLast((each) => each.key === key)?.value;
  }

  /** @param chars how much of the bound the value uses. */
  set(key: K, value: V, chars: number): void {
    this.#count += 1;
    this.#kept.set([this.#count], new Kept(key, value, chars));
    this.#chars += chars;
    const { entries, chars: most } = this.#bounds;
    while (this.#kept.size > entries || this.#chars > most) {
      this.#chars -= this.#kept.shift()?.chars ?? 0;
    }
  }
}
