import { LayeredMap } from './layered-map.ts';
import type { Rows } from './table.ts';

/**
 * A table that is only looked up in: as quick among a million entries as among a thousand. Its rows
 * are in the order in which they came. It copies itself as `LayeredMap` does.
 */
export class LookupTable<V extends object> implements Rows<[string], V> {
  readonly #map: LayeredMap<string, V>;
  #changes = 0;

  constructor(map = new LayeredMap<string, V>()) {
    this.#map = map;
  }

  get changes(): number {
    return this.#changes;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: string): V | undefined {
    return this.#map.get(key);
  }

  has(key: string): boolean {
    return this.#map.get(key) !== undefined;
  }

  set([key]: [string], value: V): void {
    this.#changes += 1;
    this.#map.set(key, value);
  }

  values(): V[] {
    return Array.from(this.#map.entries(), ([, value]) => value);
  }

  rows(): [[string], V][] {
    return Array.from(this.#map.entries(), ([key, value]) => [[key], value]);
  }

  copy(): LookupTable<V> {
    return new LookupTable(this.#map.copy());
  }
}
