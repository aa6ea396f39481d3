import { Changes } from './changes.ts';
import type { Rows } from './table.ts';

const CAPACITY_START = 16;

/**
 * A table keyed by number, where new rows are added at the end and the oldest is removed, as in a
 * journal. It is a ring: nothing holds on to a removed row, so that a busy journal costs the
 * garbage collector no more than its length. A copy shares the ring until either side changes.
 */
export class RecentTable<V> implements Rows<[place: number], V> {
  #places: number[];
  #values: (V | undefined)[];
  #start = 0;
  #size = 0;
  #isShared = false;
  readonly #changes = new Changes();

  constructor(capacity = CAPACITY_START) {
    this.#places = new Array<number>(capacity).fill(0);
    this.#values = new Array<V | undefined>(capacity).fill(undefined);
  }

  get changes(): number {
    return this.#changes.count;
  }

  takeChanged(): ReadonlySet<string> | undefined {
    return this.#changes.take();
  }

  get size(): number {
    return this.#size;
  }

  get(place: number): V | undefined {
    const index = this.#indexOf(place);
    return index < this.#size && this.#placeAt(index) === place ? this.#valueAt(index) : undefined;
  }

  has(place: number): boolean {
    return this.get(place) !== undefined;
  }

  /**
   * Sets a row. Most are added at the end; one that took longer than later ones goes to its place
   * among them.
   */
  set([place]: [place: number], value: V): void {
    this.#changes.note([place]);
    this.#makeOwn();
    const index = this.#indexOf(place);
    if (index === this.#size || this.#placeAt(index) !== place) {
      for (let later = this.#size; later > index; later -= 1) {
        this.#put(later, this.#placeAt(later - 1), this.#valueAt(later - 1));
      }
      this.#size += 1;
    }
    this.#put(index, place, value);
  }

  /** Returns the oldest row. */
  first(): [[place: number], V] | undefined {
    return this.#size === 0 ? undefined : [[this.#placeAt(0)], this.#valueAt(0)];
  }

  /** Removes the oldest row and returns its value. */
  shift(): V | undefined {
    if (this.#size === 0) return undefined;
    this.#changes.note([this.#placeAt(0)]);
    this.#makeOwn();
    const value = this.#valueAt(0);
    this.#put(0, 0, undefined);
    this.#start = this.#slotOf(1);
    this.#size -= 1;
    return value;
  }

  /** Returns the values, the oldest first. */
  values(): V[] {
    return Array.from({ length: this.#size }, (_, index) => this.#valueAt(index));
  }

  rows(): [[place: number], V][] {
    return this.values().map((value, index) => [[this.#placeAt(index)], value]);
  }

  copy(): RecentTable<V> {
    const copy = new RecentTable<V>(0);
    copy.#places = this.#places;
    copy.#values = this.#values;
    copy.#start = this.#start;
    copy.#size = this.#size;
    copy.#isShared = true;
    this.#isShared = true;
    return copy;
  }

  #slotOf(index: number): number {
    const slot = this.#start + index;
    return slot < this.#values.length ? slot : slot - this.#values.length;
  }

  #placeAt(index: number): number {
    return this.#places[this.#slotOf(index)] as number;
  }

  #valueAt(index: number): V {
    return this.#values[this.#slotOf(index)] as V;
  }

  #put(index: number, place: number, value: V | undefined): void {
    const slot = this.#slotOf(index);
    this.#places[slot] = place;
    this.#values[slot] = value;
  }

  /** Returns how many rows come before `place`. */
  #indexOf(place: number): number {
    let low = 0;
    let high = this.#size;
    if (high === 0 || this.#placeAt(high - 1) < place) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#placeAt(middle) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Ensures that no copy shares the ring and that it has room for one more row. */
  #makeOwn(): void {
    const isFull = this.#size === this.#values.length;
    if (!this.#isShared && !isFull) return;
    const capacity = isFull ? Math.max(this.#size * 2, CAPACITY_START) : this.#values.length;
    const places = new Array<number>(capacity).fill(0);
    const values = new Array<V | undefined>(capacity).fill(undefined);
    for (let index = 0; index < this.#size; index += 1) {
      places[index] = this.#placeAt(index);
      values[index] = this.#valueAt(index);
    }
    this.#places = places;
    this.#values = values;
    this.#start = 0;
    this.#isShared = false;
  }
}
