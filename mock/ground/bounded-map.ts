import { RecentTable } from './recent-table.ts';

/** How much a `BoundedMap` keeps. */
export interface Bounds {
  readonly entries: number;
  /** The size of all values together, in characters. */
  readonly chars: number;
}

/** An instance and no literal, as the journal has it and for its reason. */
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
 * Keeps what came last of each thing, which comes once: where there is too much of it, the oldest
 * goes first. It is filled with each request and rarely asked, so it is looked through and not looked
 * up in: a hash table that is always filled and emptied would be made again and again.
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

  /** @param chars how much of the bound the value takes. */
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
