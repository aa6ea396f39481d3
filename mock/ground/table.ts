import sortedBTree from 'sorted-btree';
import { Changes } from './changes.ts';

const { default: BTree } = sortedBTree;

type Part = string | number;

/** A list of parts, compared part by part; text is compared by code units. */
export type Key = readonly Part[];

/** Sorts after every part that a key can have. */
const LAST = Symbol('last');

type Bound = readonly (Part | typeof LAST)[];

/** A key of one part is kept as that part, because there are many of them. */
type KeptKey = Part | Bound;

function keptOf(key: Key): KeptKey {
  const [only] = key;
  return key.length === 1 && only !== undefined ? only : key;
}

function keyOf(kept: KeptKey): Bound {
  return typeof kept === 'object' ? kept : [kept];
}

function compareParts(left: Part | typeof LAST, right: Part | typeof LAST): number {
  if (left === LAST || right === LAST) return left === right ? 0 : left === LAST ? 1 : -1;
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareKeys(a: KeptKey, b: KeptKey): number {
  if (typeof a !== 'object' && typeof b !== 'object') return compareParts(a, b);
  const [left, right] = [keyOf(a), keyOf(b)];
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareParts(left[index] as Part, right[index] as Part);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** What the state, its copies and its diffs need of a table, sorted or not. */
export interface Rows<K extends Key, V> {
  /** Counts what was set and deleted, so that a watcher can tell that something changed. */
  readonly changes: number;
  /** Returns the keys of the changed rows since the last call, as `Changes` does. */
  takeChanged(): ReadonlySet<string> | undefined;
  get(...key: K): V | undefined;
  has(...key: K): boolean;
  set(key: K, value: V): void;
  /** Returns every entry with its key, in an order determined by what was set. */
  rows(): [K, V][];
  copy(): Rows<K, V>;
}

/** Where a walk over a table starts, and in which direction it goes. */
export interface Walk {
  readonly after?: Key | undefined;
  readonly descending?: boolean | undefined;
}

/**
 * A sorted map that copies itself in constant time: copies share what neither has changed since.
 * This makes the cost of a snapshot independent of the size of the world.
 */
export class Table<K extends Key, V> implements Rows<K, V> {
  readonly #tree: InstanceType<typeof BTree<KeptKey, V>>;
  readonly #changes = new Changes();

  constructor(tree = new BTree<KeptKey, V>(undefined, compareKeys)) {
    this.#tree = tree;
  }

  get changes(): number {
    return this.#changes.count;
  }

  takeChanged(): ReadonlySet<string> | undefined {
    return this.#changes.take();
  }

  get size(): number {
    return this.#tree.size;
  }

  get(...key: K): V | undefined {
    return this.#tree.get(keptOf(key));
  }

  has(...key: K): boolean {
    return this.#tree.has(keptOf(key));
  }

  set(key: K, value: V): void {
    this.#changes.note(key);
    this.#tree.set(keptOf(key), value);
  }

  delete(...key: K): boolean {
    this.#changes.note(key);
    return this.#tree.delete(keptOf(key));
  }

  /** Returns the entry with the lowest key. */
  first(): [K, V] | undefined {
    if (this.#tree.size === 0) return undefined;
    const pair = this.#tree.nextHigherPair(undefined);
    return pair && ([keyOf(pair[0]), pair[1]] as unknown as [K, V]);
  }

  copy(): Table<K, V> {
    return new Table<K, V>(this.#tree.clone());
  }

  values(): V[] {
    return this.#tree.valuesArray();
  }

  /** Returns every entry, sorted by key. */
  rows(): [K, V][] {
    const rows = this.#tree.toArray().map(([kept, value]) => [keyOf(kept), value]);
    return rows as unknown as [K, V][];
  }

  /**
   * Yields the entries whose key begins with `prefix`. The table must not be changed during the
   * walk.
   */
  *walk(prefix: Key, { after, descending = false }: Walk = {}): Generator<[K, V]> {
    const start = after && keptOf(after);
    const entries = descending
      ? this.#tree.entriesReversed(start ?? [...prefix, LAST], undefined, true)
      : this.#tree.entries(start ?? prefix);
    for (const [kept, value] of entries) {
      const key = keyOf(kept);
      if (prefix.some((part, index) => key[index] !== part)) return;
      if (start !== undefined && compareKeys(kept, start) === 0) continue;
      yield [key, value] as unknown as [K, V];
    }
  }
}
